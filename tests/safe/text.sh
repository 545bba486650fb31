#!/bin/bash
# Text from outside is data: names of files, of variables, what ranks print, and what a
# trace says reach no terminal as control characters, and every report is well-formed.
# Usage: text.sh BUILD.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
command -v python3 >/dev/null || { skip 1 'python3 is not installed'; finish; exit; }
scratch=$(mktemp -d /tmp/mazurka-text-XXXXXX)
trap 'rm -rf "$scratch"' EXIT
# Escape sequences, a byte that is no UTF-8, a character that XML must not have, words for a shell.
names=($'a\e]0;x\a\e[31m' $'b\xff\xc3' $'c\xef\xbf\xbf' 'd;id $(id) `id` "x" '\''y' $'e\nf' $'g\xc2\x9b31m\xe2\x80\xae')
plain() { # WHAT KIND FILE
    silent "$1, as $2" python3 "$root/tests/safe/plain.py" "$2" "$3"
}
reports() { # WHAT COMMAND...
    local what=$1; shift
    "${guard[@]}" "$@" --junit j.xml --sarif s.sarif --json r.json --html p.html >out 2>&1
    plain "$what" text out
    [ ! -e j.xml ] || plain "$what" xml j.xml
    [ ! -e s.sarif ] || plain "$what" json s.sarif
    [ ! -e r.json ] || plain "$what" json r.json
    [ ! -e p.html ] || plain "$what" page p.html
    rm -f j.xml s.sarif r.json p.html
}
replays() { # WHAT: the line that says how to repeat it is one that a shell takes
    local line
    line=$(sed -n 's/^ *replay: mazurka //p' out | head -n 1)
    ok "$1: a line that repeats it" [ -n "$line" ]
    case $line in *\\x* | *\\n*) return ;; esac # a name that cannot be typed
    ok "$1: it can be given to a shell: $line" bash -c "timeout 100 '$tool' $line >out2 2>&1; [ \$? = 1 ]"
    plain "$1, repeated" text out2
}
cd "$scratch" || exit 2
cp "$root/examples/litmus/philosophers-2.lit" l
cp "$build/examples/native/commit" program
cp "$root/examples/model/two-processes.model" m
for name in "${names[@]}"; do
    mkdir -p "$name" && cd "$name" || exit 2
    what=$(printf '%q' "$name")
    mv ../l "$name.lit"; reports "litmus $what" "$tool" litmus "$name.lit"; replays "litmus $what"; mv "$name.lit" ../l
    mv ../m "$name.model"; "$tool" model "$name.model" >out 2>&1
    plain "model $what" text out; replays "model $what"; mv "$name.model" ../m
    mv ../program "$name"; reports "program $what" "$tool" run "./$name"; replays "program $what"
    traces=(*.mzt)
    "$tool" show "${traces[0]}" --svg p.svg >out 2>&1; plain "show $what" text out
    ok "a picture of $what" [ -s p.svg ] && plain "picture of $what" xml p.svg
    mv "$name" ../program; cd .. || exit 2
done
finish
