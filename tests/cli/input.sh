# input.sh - files that are not litmus files, or wrong ones. Sourced by tests/cli/check.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

inputs=$tmp/inputs
mkdir "$inputs"

# ---- large ones; they run while the rest is tested ----

# Each ends in time, with a result or with a sentence.
node -e '
const fs = require("fs");
const write = (name, text) => fs.writeFileSync(process.argv[1] + "/" + name, text);
const lines = (n, f) => Array.from({length: n}, (_, i) => f(i)).join("");
write("line.lit", "a".repeat(10 << 20));
write("line-comment.lit", "#" + " ".repeat(10 << 20) + "\nactor A\n local\n");
write("locals.lit", lines(10, i => `actor A${i}\n` + (i ? "" : "  local\n".repeat(2000))));
write("many.lit", "actor A\n" + "  local\n".repeat(200000));
write("comments.lit", "# nothing\n".repeat(200000));
write("handles.lit", "actor A\n" + lines(100000, i => `c${i} = send m${i}\n`) +
    lines(100000, i => `test c${i}\n`));
write("mutexes.lit", "actor A\n" + lines(200000, i => `lock M${i}\n`));
write("receives.lit", "actor A\n" + "r = recv m\n".repeat(200000));
write("copies.lit", "actor A x10000\n  local\n");
write("actors.lit", lines(10000, i => `actor A${i}\n  local\n`));
write("senders.lit", "actor A x1024\n  send m\n");
write("choices.lit", "actor A\n" + "  choose 256\n".repeat(1000));
write("wide.lit", "actor A\n  c = send m\n  test" + " c".repeat(2000) + "\n");
write("huge.lit", "actor A\n" + "  local\n".repeat(3000000));
' "$inputs"
many_statements() {
    slow handles litmus "$inputs/handles.lit"
    slow mutexes litmus "$inputs/mutexes.lit"
    slow receives litmus "$inputs/receives.lit"
    slow many litmus "$inputs/many.lit"
}
many_branches() {
    local a
    for a in odpor udpor dpor exhaustive; do slow "locals-$a" litmus -a $a "$inputs/locals.lit"; done
    for a in odpor udpor; do
        slow "senders-$a" litmus -a $a --time 1s --executions 5 "$inputs/senders.lit"
        slow "choices-$a" litmus -a $a --time 1s --executions 5 "$inputs/choices.lit"
    done
}
lane many_statements
lane many_branches

finish_input() {
    local a n
    wait "${lanes[many_statements]}" "${lanes[many_branches]}"
    for a in odpor udpor dpor exhaustive; do
        settle "locals-$a"
        exits 0
    done
    for n in handles mutexes receives many; do # more than a file may have
        settle $n
        exits 2
    done
    for a in odpor udpor; do
        settle "senders-$a"
        exits 3
        settle "choices-$a"
        exits 3
    done
}

# ---- no file at all ----

wrong 'nothing.lit.*[Nn]o such file' litmus "$inputs/nothing.lit"
wrong 'directory' litmus "$inputs"
wrong "''|empty|missing" litmus ''
wrong 'nothing|[Nn]ot a directory' litmus "$inputs/line.lit/nothing.lit"

# bad FILE PLACE REGEX: refused in a sentence that names the place, LINE:COLUMN, LINE or
# nothing if it is not about a line.
bad() {
    local file=$1 place=$2 regex=$3
    run litmus "$file"
    exits 2
    silent "$out"
    case $place in
    *:*) has "$err" "^error: $file:$place: ." ;;
    '') has "$err" "^error: $file" ;;
    *) has "$err" "^error: $file:$place:[0-9]+: ." ;;
    esac
    err_has "$regex"
    if brief 3 && ! matches "$err" '.{500}'; then
        pass
    else
        fail 'the complaint is too long'
    fi
    if matches "$err" $'[\x01-\x08\x0b-\x1f\x7f]'; then
        fail 'control characters in the complaint'
    else
        pass
    fi
}

bad "$inputs/line.lit" 1 'character|long'
bad "$inputs/comments.lit" '' 'no actor'
bad "$inputs/copies.lit" 1:7 'actors'
bad "$inputs/actors.lit" '[0-9]+' 'actors'
bad "$inputs/huge.lit" '' 'MB|large'
bad /dev/null '' 'no actor|empty'
bad /dev/zero '' 'NUL|large|MB'
bad /bin/true '1' 'NUL|litmus|byte|character'
run litmus "$inputs/line-comment.lit" # one comment of 10 MB: either way
exits 0 2
run litmus "$inputs/wide.lit"
exits 0

if [ "$(id -u)" != 0 ]; then
    install -m 000 /dev/null "$inputs/secret.lit"
    wrong '[Pp]ermission' litmus "$inputs/secret.lit"
elif command -v setpriv >/dev/null; then
    install -m 600 "$lit/rmq-4.lit" "$inputs/secret.lit"
    chmod 755 "$tmp" "$inputs"
    shown='mazurka litmus secret.lit, as a user who may not read it'
    cp "$tool" "$inputs/mazurka"
    "${guard[@]}" setpriv --reuid=65534 --regid=65534 --clear-groups "$inputs/mazurka" \
        litmus "$inputs/secret.lit" >"$out" 2>"$err"
    code=$?
    exits 2
    silent "$out"
    err_has '^error: .*secret.lit.*[Pp]ermission'
fi

# ---- what is wrong in a file ----

# refused PLACE REGEX TEXT: this text, with \n and the like.
number=0
refused() {
    number=$((number + 1))
    # shellcheck disable=SC2059 # the text is a format on purpose
    printf "$3" >"$inputs/$number.lit"
    note=${3:0:100}
    bad "$inputs/$number.lit" "$1" "$2"
    note=''
}

refused '' 'no actor|empty' ''
refused '' 'no actor' '\n\n\n'
refused '' 'no actor' '# only\n# comments\n'
refused '' 'no actor' 'expect traces 1\n'

refused 2:3 'expected' 'actor A\n  frobnicate m\n'
refused 2:7 'expected' 'actor A\n  c = frobnicate m\n'
refused 2:3 'expected' 'actor A\n  Send m\n'
refused 1:1 'expected' 'send m\n'
refused 1:1 'actor' 'c = send m\nactor A\n'

refused 1:6 'expected' 'actor'
refused 1:7 'expected' 'actor 7\n'
refused 1:9 'expected' 'actor A B\n'
refused 1:9 'expected|copies' 'actor A x0\n'
refused 1:9 'expected|copies' 'actor A x\n'
refused 1:9 'expected|copies' 'actor A xyz\n'
refused 1:12 'expected' 'actor A x2 x2\n'
refused '1' 'actors' 'actor A x99999999999999999999999\n'
refused 3 "'A'.*already|already.*'A'" 'actor A\n  local\nactor A\n  local\n'
refused 3 "A2" 'actor A x3\n  local\nactor A2\n  local\n'

refused 2:8 "'c'" 'actor A\n  wait c\n'
refused 3:10 "'d'" 'actor A\n  c = send m\n  wait c d\n'
refused 2:8 "'c'" 'actor A\n  wait c\n  c = send m\n'
refused 4:8 "'c'" 'actor A\n  c = send m\nactor B\n  wait c\n'
refused 2:8 "'c'" 'actor A\n  test c\n'
refused 2:9 "'l'" 'actor A\n  await l\n'
refused 2:7 "'l'" 'actor A\n  try l\n'
refused 3:8 'send or rec' 'actor A\n  l = lock M\n  wait l\n'
refused 3:9 'lock' 'actor A\n  c = send m\n  await c\n'
refused 3:8 'send or rec' 'actor A\n  x = choose 2\n  wait x\n'
refused 2:7 'expected' 'actor A\n  wait\n'
refused 2:8 'expected' 'actor A\n  wait 3\n'
refused 2:7 'expected' 'actor A\n  test'
refused 2:8 'expected' 'actor A\n  await'

refused 2:10 "'M'|lock" 'actor A\n  unlock M\n'
refused 4:10 "'M'|lock" 'actor A\n  lock M\n  unlock M\n  unlock M\n'
refused 4:9 'unlock|line 3' 'actor A\n  l = lock M\n  unlock M\n  await l\n'
refused 4:7 'unlock|line 3' 'actor A\n  l = lock M\n  unlock M\n  try l\n'
refused 4:10 "'M'|lock" 'actor A\n  lock M\nactor B\n  unlock M\n'

refused 3:10 "'r'.*(wait|value)" 'actor A\n  r = recv m\n  assert r == 1\n'
refused 3:10 "'c'.*value" 'actor A\n  c = send m\n  assert c == 1\n'
refused 3:10 "'l'.*value" 'actor A\n  l = lock M\n  assert l == 1\n'
refused 2:10 "'x'" 'actor A\n  assert x == 1\n  x = choose 2\n'
refused 4:10 "'x'" 'actor A\n  x = choose 2\nactor B\n  assert x == 1\n'
refused 3:10 "'r'.*(wait|value)" 'actor A\n  r = recv m\n  send m r\n'

refused 2:10 'number' 'actor A\n  choose 0\n'
refused 2:10 'number' 'actor A\n  choose 99999999999\n'
refused 2:10 'large' 'actor A\n  choose 99999999999999999999999\n'
refused 2:10 'number' 'actor A\n  choose -1\n'
refused 2:9 'number' 'actor A\n  choose\n'
refused 2:10 'number' 'actor A\n  choose two\n'
refused 2:10 'large' 'actor A\n  send m 9223372036854775808\n'
refused 2:10 'large' 'actor A\n  assert 99999999999999999999999999999999999999 == 1\n'
refused 2:15 'large' 'actor A\nexpect traces 99999999999999999999\n'

deep() { printf "%*s" "$1" '' | tr ' ' "$2"; }
refused 2 'deep|nested|long' "actor A\n  assert $(deep 1000 '(')1$(deep 1000 ')')\n"
refused 2 'deep|nested|long' "actor A\n  assert $(deep 1000 '!')1\n"
refused 2 'deep|nested|long' "actor A\n  assert $(deep 1000 '-')1\n"
refused 2 'deep|nested|long|character' "actor A\n  assert $(deep 100000 '(')1$(deep 100000 ')')\n"
refused 2 'long' "actor A\n  assert 1$(deep 1000 + | sed 's/+/+1/g') == 3\n"

refused 2:12 'expected' 'actor A\n  assert 1 2\n'
refused 2:9 'expected' 'actor A\n  assert\n'
refused 2:13 'expected' 'actor A\n  assert 1 +\n'
refused 2:12 'expected' 'actor A\n  assert (1\n'
refused 2:11 'expected' 'actor A\n  assert 1)\n'
refused 2:12 'expected' 'actor A\n  assert 1 = 1\n'
refused 2:12 'expected' 'actor A\n  assert 1 * 1\n'
refused 2:12 'expected' 'actor A\n  assert 1 & 1\n'
refused 2:7 'expected' 'actor A\n  send\n'
refused 2:12 'expected' 'actor A\n  send m 1 2\n'
refused 2:10 'expected' 'actor A\n  recv m 1\n'
refused 2:7 'expected' 'actor A\n  lock\n'
refused 2:9 'expected' 'actor A\n  local 3\n'
refused 2:6 'expected' 'actor A\n  x =\n'
refused 2:3 'expected' 'actor A\n  = send m\n'
refused 2:7 'expected' 'actor A\n  c = d = send m\n'
refused 2:3 'result' 'actor A\n  x = local\n'
refused 3:3 'result' 'actor A\n  lock M\n  x = unlock M\n'
refused 2:3 'result' 'actor A\n  x = assert 1\n'
refused 2:10 'digit|name' 'actor A\n  send m 3x\n'

refused 2:7 'expected' 'actor A\nexpect\n'
refused 2:8 'expected' 'actor A\nexpect miracles 3\n'
refused 2:14 'number' 'actor A\nexpect traces\n'
refused 2:15 'number' 'actor A\nexpect traces many\n'
refused 2:15 'number' 'actor A\nexpect traces -1\n'
refused 2:17 'expected' 'actor A\nexpect traces 1 2\n'
refused 2:14 'number' 'actor A\nexpect events\n'

for word in send recv wait test lock await try unlock local choose assert actor expect; do
    refused 2:3 "'$word'" "actor A\n  $word = send m\n"
done
# Elsewhere such a word is refused, or is a name like any other.
for word in send actor expect; do
    printf 'actor %s\n  c = send %s\n  test c\n' $word $word >"$inputs/word.lit"
    run litmus "$inputs/word.lit"
    exits 0 2
done

refused 2 'NUL|byte' 'actor A\n  local\0\n'
refused 1 'NUL|byte' '\0'
refused 2:9 'byte|expected' 'actor A\n  send m\001\n'
refused 2:3 'byte|expected' 'actor A\n  \033[31mred\n'
refused 2:10 'byte|expected' 'actor A\n  send m \377\n'
refused 2:9 'byte|expected' 'actor A\n  send m\303\251\n'
refused 2:8 'byte|expected' 'actor A\n  send @\n'

# ---- unusual, but right ----

accepted() { # accepted TEXT: explored without a complaint
    number=$((number + 1))
    # shellcheck disable=SC2059 # the text is a format on purpose
    printf "$1" >"$inputs/$number.lit"
    note=${1:0:100}
    run litmus "$inputs/$number.lit"
    exits 0
    silent "$err"
    out_has '^verified'
    note=''
}
accepted 'actor A'
accepted 'actor A\n  local'
accepted 'actor A\r\n  c = send m 1 \r\n  wait c\r\nactor B\r\n  r = recv m\r\n  wait r\r\n  assert r == 1\r\nexpect traces 1\r\n'
accepted '\t actor A # one\n\t\tlocal# nothing\n\n'
accepted 'actor A\n# \303\251 in a comment\n  local\n'
accepted 'actor A x1024\n'
accepted 'actor A\n  x = choose 1\n  assert x == 0\n'
accepted 'actor A\n  send m 9223372036854775807\nactor B\n  r = recv m\n  wait r\n  assert r > 0\n'
accepted 'actor A\n  assert 1 + 2 - 3 == 0 && !(1 > 2) || 0\n'
accepted 'actor A\n  assert -1 < 0 && 1 <= 1 && 2 >= 2 && 1 != 2\n'
accepted 'actor A\n  c = send m\n  c = send m\n  wait c\nactor B\n  recv m\n  recv m\n'
accepted "actor A\n  assert $(deep 30 '(')1$(deep 30 ')')\n"
printf '\357\273\277actor A\n  local\n' >"$inputs/bom.lit" # a byte order mark: either way
run litmus "$inputs/bom.lit"
exits 0 2
[ $code = 0 ] || err_has "^error: $inputs/bom.lit:1:1: "
# The copies of an actor are A1 to A3.
printf 'actor A x3\n  r = recv m\n  wait r\n' >"$inputs/copies-3.lit"
run litmus "$inputs/copies-3.lit"
exits 1
out_has '^ +A1, A2, A3 +blocked'
