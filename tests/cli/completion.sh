# completion.sh - what the shells complete. Sourced by tests/cli/check.
#
# Each shell is asked for itself, as far as it is installed.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

wrong "'tcsh'" completion tcsh
wrong 'too many' completion bash zsh
run completion
exits 0
silent "$err"
cp "$out" "$tmp/default"
for shell in bash zsh fish; do
    run completion $shell
    exits 0
    silent "$err"
    cp "$out" "$tmp/mazurka.$shell"
done
that 'bash is the default' cmp "$tmp/default" "$tmp/mazurka.bash"
that 'the completion script is valid bash' bash -n "$tmp/mazurka.bash"

# One function for each shell: what it offers for the last of the words, sorted.
complete_bash() {
    "${guard[@]}" bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        f=$(complete -p mazurka | sed "s/.*-F \([^ ]*\).*/\1/"); "$f"; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$tmp/mazurka.bash" "$@" 2>&1 | sort -u | paste -sd " "
}
complete_zsh() { HOME=$tmp "${guard[@]}" zsh -f "$here/complete.zsh" "$tmp/mazurka.zsh" "$*" 2>&1 | sort -u | paste -sd " "; }
complete_fish() {
    HOME=$tmp XDG_CONFIG_HOME=$tmp "${guard[@]}" fish -N -c 'source $argv[1]; complete -C "$argv[2]"' \
        "$tmp/mazurka.fish" "$*" 2>&1 | cut -f 1 | sort -u | paste -sd " "
}

offers() { # offers SHELL EXPECTED WORD...
    local shell=$1 want=$2 got; shift 2
    got=$("complete_$shell" "$@")
    shown="$shell: $*"
    if [ "$got" = "$want" ]; then pass; else fail "offers '$got', not '$want'"; fi
}

all_explorers=$("$tool" list | sed -n '2,/^$/s/^  \([a-z]*\) .*/\1/p' | sort | paste -sd " ")
mkdir "$tmp/files"
cd "$tmp/files" || exit 2
touch one.lit two.model three.mzt
for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip 1 "what $shell completes: it is not installed"
        continue
    fi
    offers $shell 'list litmus' mazurka li
    offers $shell --json mazurka litmus --js
    offers $shell '' mazurka litmus --gd
    offers $shell --gdb mazurka replay --gd
    offers $shell "$all_explorers" mazurka run -a ''
    offers $shell 'full spin urgent' mazurka model --algorithm ''
    offers $shell 'auto faults kernel off' mazurka run --tracking ''
    offers $shell 'auto faults kernel off' mazurka run -n 3 --once --tracking ''
    offers $shell kernel mazurka run --tracking k
    offers $shell promela mazurka model --export ''
    offers $shell 'bash fish zsh' mazurka completion ''
    offers $shell 'dead-letter deadlock' mazurka explain dead
    offers $shell one.lit mazurka litmus on
    offers $shell three.mzt mazurka replay thr
    offers $shell two.model mazurka model tw
    offers $shell two.model mazurka litmus --json tw
    offers $shell one.lit mazurka run on
    offers $shell '' mazurka litmus --executions ''
done
# A word is cut at "=" by some.
offers bash 'always auto never' mazurka litmus --color =
offers bash always mazurka litmus --color = al
# What comes after the program is its own.
offers bash one.lit mazurka run -n 3 ./program on
offers bash '' mazurka run -n 3 ./program --tra
offers bash --tracking mazurka run -n 3 --tra
! command -v zsh >/dev/null || offers zsh '' mazurka run ./program --tra
cd "$tmp/work" || exit 2

# Every option of every command can be completed.
for c in litmus run model replay; do
    for o in $("$tool" $c --help-all | grep -oE '^  (-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
        case " $(complete_bash mazurka $c "$o") " in
        *" $o "*) pass ;;
        *) fail "bash does not offer $o of $c" ;;
        esac
        has "$tmp/mazurka.zsh" "$o"
        has "$tmp/mazurka.fish" " -l ${o#--} "
    done
done
