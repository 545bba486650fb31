# options.sh - every option, wrong: its value, its range, its name, its command, the kind of
# program, the algorithm. Sourced by tests/cli/check.
#
# What options there are and what they take is read from --help-all, so one that is added
# is tested without a line here.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

# options_of COMMAND: lines "LETTER NAME ARGUMENT LOW HIGH", with - for what it has not.
options_of() {
    local line value='[A-Z]+|NAME=N|on\|off|promela' range='\(([0-9]+) to ([0-9]+)'
    "$tool" "$1" --help-all | awk '
        /^  -/ || /^$/ { if (line) print line; line = "" }
        /^  -/ || line { line = line " " $0 }' | tr -s ' ' |
        while read -r line; do
            [[ $line =~ ^(-(.), )?--([a-z-]+)( ($value))?' ' ]] || continue
            printf '%s %s %s ' "${BASH_REMATCH[2]:--}" "${BASH_REMATCH[3]}" "${BASH_REMATCH[5]:--}"
            if [[ $line =~ $range ]]; then echo "${BASH_REMATCH[@]:1}"; else echo - -; fi
        done
}

commands='litmus run model replay'
operand=$lit/two-recvs.lit
declare -A takers # option: the commands that take it
for c in $commands; do
    while read -r letter name argument low high; do
        takers[$name]+=" $c"
    done < <(options_of "$c")
done
that 'options are found' test ${#takers[@]} -ge 40
that 'ranges are found' test "$(options_of run | grep -c '[0-9] [0-9]')" -ge 2

# Is this word a name of an option of the command, or the beginning of one?
is_taken() { # is_taken COMMAND WORD
    local name
    for name in "${!takers[@]}"; do
        [[ ${takers[$name]} == *" $1"* && $name == "$2"* ]] && return 0
    done
    return 1
}

wrong_value() { # wrong_value COMMAND NAME REGEX VALUE...: none of these is one
    local c=$1 name=$2 regex=$3 v; shift 3
    for v; do
        wrong "^error: --$name takes $regex, not '${v//./\\.}'" "$c" "--$name=$v" "$operand"
    done
}

test_option() { # test_option COMMAND LETTER NAME ARGUMENT LOW HIGH
    local c=$1 letter=$2 name=$3 argument=$4 low=$5 high=$6 other
    local misspelt=${name:0:2}${name:3}
    if [ ${#name} -ge 5 ] && ! is_taken "$c" "$misspelt"; then
        wrong "^  fix: did you mean --[a-z-]+\?" "$c" "--$misspelt" "$operand"
    fi
    for other in $commands; do
        [[ ${takers[$name]} == *" $other"* ]] && continue
        wrong "^error: --$name is for .*$c.*; $other does not take it" "$other" "--$name" "$operand"
    done
    if [ "$argument" = - ]; then
        wrong "^error: --$name takes no value" "$c" "--$name=1" "$operand"
        return
    fi
    wrong "^error: --$name needs a value: " "$c" "--$name"
    [ "$letter" = - ] || wrong "^error: -$letter needs a value: " "$c" "-$letter"
    case $argument in
    N | K | V)
        wrong_value "$c" "$name" 'a whole number from [01] .*' abc -1 '' 1.5 1x ' 1' 99999999999999999999
        if [ "$low" != - ]; then
            wrong_value "$c" "$name" "a whole number from $low to $high.*" $((high + 1))
            [ "$low" = 0 ] || wrong_value "$c" "$name" "a whole number from $low to $high.*" $((low - 1))
        fi ;;
    TIME) wrong_value "$c" "$name" 'a time such as .*' abc -1 0 '' 5x nan inf '10 m' 1e99 s 1000000001 ;;
    SIZE) wrong_value "$c" "$name" 'a size like .*' abc -1 0 '' 5x nan inf '10 M' 1e9 M 901T 0x10 ;;
    FILE | DIR) wrong_value "$c" "$name" 'the name of a file.*' '' ;;
    NAME=N) wrong_value "$c" "$name" 'NAME=NUMBER.*' abc '' =1 n= n=x n=1000001 n=-1000001 n=1.5 ;;
    NAMES) wrong_value "$c" "$name" 'one of .*, or several with . between them' frobnicate '' DEPTH 0 depth,queue 'depth queue' ;;
    RULES) wrong_value "$c" "$name" 'NAME=mine or NAME=theirs' frobnicate '' 0 =mine a=b ;;
    STEPS | PLACE | LABEL) ;; # what is wrong with it depends on the program
    *) # one of several words
        wrong_value "$c" "$name" '[a-z0-9, ]+' frobnicate '' ANY 0 ;;
    esac
}

for c in $commands; do
    while read -r line; do
        case $line in *' help '* | *' help-all '* | *' version '*) continue ;; esac
        # shellcheck disable=SC2086 # five words
        test_option "$c" $line
    done < <(options_of "$c")
done

# ---- words that are nearly right ----

wrong 'did you mean odpor\?' litmus -a oddpor "$operand"
wrong 'did you mean always\?' litmus --color alwyas "$operand"
wrong 'did you mean kernel\?' run --tracking kernl "$operand"
wrong '--s can be .*--seed,.* or --' litmus --s 3 "$operand"
wrong '^error: -n, --ranks, is for run; litmus does not take it' litmus -n 2 "$operand"
wrong '^error: -n takes a whole number from 1 to 1024' run -n 0 "$operand"
wrong '^error: --k is for run and litmus; model does not take it' model --k 2 "$operand" # not --keep-going
run litmus --exec=1000 "$operand" # a beginning will do, if it is of one only
exits 0
wrong '^error: -np needs a value' run -np
wrong "^error: --tracking takes auto, kernel, faults or off, not 'x'" run --tracking x "$operand"

# ---- for other algorithms ----

ring=$root/tests/litmus/matching/ring-4.lit
wrong '^error: --k is for udpor; match does not take it' litmus -a match --k 2 "$ring"
wrong '^error: --sleep is for dpor and transdpor; odpor does not take it' litmus --sleep on "$operand"
wrong '^error: --pct-depth is for pct; odpor ' litmus --pct-depth 3 "$operand"
wrong '^error: --bound is for match and auto; odpor does not take it' litmus --bound=2 "$ring"
wrong '^error: --resume is for dpor, sdpor, match, states and auto; odpor does not take it' litmus --resume=x "$ring"
wrong '^error: --strategy is for exhaustive, dpor, sdpor, match, states and auto; odpor does not take it' litmus --strategy bfs "$ring"
wrong '^error: --guide is for dpor, sdpor, match, states and auto; odpor does not take it' litmus --guide depth+queue "$ring"
wrong '^error: --guide is for dpor, .*; exhaustive does not take it' litmus -a exhaustive --guide depth "$ring"

# What has no effect on the order of the search is refused.
for a in dpor sdpor match states auto; do
    for s in auto bfs random priority mcts; do
        wrong "^error: --guide says which heads are promising, and --strategy $s does not ask" \
            litmus -a $a --strategy $s --guide features "$ring"
        [ $s = bfs ] || [ $a = states ] ||
            wrong '^error: --threshold leaves an execution for a better head, but heads are not compared' \
                litmus -a $a --strategy $s --threshold 20 "$ring"
    done
    wrong '^error: --guide cfg is the distance to a line' litmus -a $a --guide features+cfg "$ring"
    for o in '--guide depth' '--strategy dfs --guide depth' '--strategy astar --guide depth' '--strategy astar' '--strategy random --seed 3'; do
        read -ra words <<<"$o"
        run litmus -a $a "${words[@]}" "$ring"
        exits 0
    done
done
for a in dpor sdpor match auto; do
    wrong '^error: --threshold leaves an execution for a better head' litmus -a $a --threshold 20 "$ring"
    run litmus -a $a --guide depth --threshold 20 "$ring"
    exits 0
done
wrong '^error: --threshold is for exhaustive, dpor, sdpor, match and auto; states does not take it' \
    litmus -a states --strategy astar --threshold 20 "$ring"
wrong '^error: --strategy priority prefers some senders to others, and exhaustive ' litmus -a exhaustive --strategy priority "$ring"
for a in odpor udpor random pct; do
    wrong '^error: --strategy is for .*does not take it' litmus -a $a --strategy random "$ring"
done
wrong '^error: --target is for run; litmus does not take it' litmus --target f "$ring"
wrong '^error: --jobs is for exhaustive, dpor, sdpor, match, states, auto, random and pct; odpor does not take it' litmus --jobs 2 "$ring"
wrong '^error: --polls is for match, states, auto and random; odpor does not take it' litmus --polls 2 "$ring"
run litmus --jobs 1 "$operand" # asks for nothing
exits 0
for o in --resume=x --jobs=2; do
    wrong "^error: --bound does not go together with ${o%=*}" litmus -a match --bound 2 $o "$ring"
done
model=$root/examples/model/client-server.model
wrong '^error: --urgency is for urgent; full ' model -a full --urgency paper "$model"
for o in --depth=5 --bitstate=1M; do
    wrong "^error: ${o%=*} is for urgent and full; spin " model -a spin --channel-bound 2 $o "$model"
    wrong "^error: --jobs does not go together with ${o%=*}" model -j 2 --channel-bound 2 $o "$model"
done
wrong '^error: --jobs does not go together with --sleep' model -j 2 --sleep on "$model"
wrong '^error: --bitstate does not go together with --sleep' model --bitstate 1M --channel-bound 2 --sleep on "$model"
run model -q -j 1 --sleep off --depth 50 -p n=4 "$model"
exits 0

# ---- for other kinds of programs ----

wrong '^error: --buffering is for MPI programs and litmus files with ranks' litmus --buffering zero "$operand"
wrong '^error: --semantics is for MPI programs and litmus files with ranks' litmus --semantics mailbox "$operand"
printf 'int main(void) { return 0; }\n' >"$tmp/plain.c"
gcc -o "$tmp/plain" "$tmp/plain.c"
for o in --delivery=fifo --failures=1 --order=eca --races=figure; do
    wrong "^error: ${o%=*} is for actor programs" run $o "$tmp/plain"
    wrong "^error: ${o%=*} is for actor programs" run -n 2 $o "$tmp/plain"
done
wrong '^error: --buffering is for MPI programs' run --buffering zero "$tmp/plain"
wrong '^error: transdpor is for actor programs' run -a transdpor "$tmp/plain"
