# tests/verdict/header.bash - reads what a program of tests/verdict/programs says about itself.
#
#   /* mazurka: -n 3 [options] => EXPECTATION */   the first line; judge.mjs knows the words
#   /* stdin: 1 2\n */                             what it reads, with the escapes of printf
#   /* file: NAME TEXT */                          a file it finds where it runs, likewise
#   /* link: NAME TARGET */                        a symbolic link that it finds there
#   /* hard link: NAME TARGET */                   another name of a file
#   /* holds for: PATTERN */                       what the verdict must say that it rests on
#   /* cc: -ldl */                                 more arguments for the compiler

field() { # field FILE NAME: the text behind NAME, or nothing
    sed -n "s|^/\* $2: \(.*[^ ]\) *\*/\$|\1|p" "$1"
}

options_of() {
    field "$1" mazurka | sed -n '1s/ *=> .*//p'
}

expectation_of() {
    field "$1" mazurka | sed -n '1s/.*=> *//p'
}

# Makes the directory $2 what the program $1 expects around itself: its files, and its stdin as "stdin.txt".
furnish() {
    local name text
    printf '%b' "$(field "$1" stdin)" >"$2/stdin.txt"
    while read -r name text; do
        [ -z "$name" ] || printf '%b' "$text" >"$2/$name"
    done < <(field "$1" file)
    while read -r name text; do
        ln -s "$text" "$2/$name"
    done < <(field "$1" link)
    while read -r name text; do
        ln "$2/$text" "$2/$name"
    done < <(field "$1" 'hard link')
}
