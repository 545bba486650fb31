#!/bin/bash
# tests/outside/models.sh BUILD - models that are too large in one way or another end with
# a sentence: not by a signal, and not without end.
. tests/lib/check.bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
guard=(timeout -k 5 60)

sum() { printf '0'; yes '+ 1' | head -n "$1" | tr '\n' ' '; }
few=$root/examples/model/two-processes.model
for n in 140000 4000; do
    { grep -v '^check' "$few"; echo "check when halted $(sum $n) == $n"; } >sum$n.model
done
expect 'a sum of 140,000 terms is refused' 2 'fewer operators' "$tool" model sum140000.model
"${guard[@]}" "$tool" model sum4000.model >out 2>&1; code=$?
ok 'a sum of 4,000 terms is checked' [ $code -lt 2 ]
{ grep -v '^check' "$few"; printf 'check when halted '; yes '(' | head -n 100000 | tr -d '\n'; echo 1; } >deep.model
expect 'so are 100,000 parentheses' 2 'nested' "$tool" model deep.model
{ grep -v '^check' "$few"; echo 'check when halted all i: 1..200000 (i > 0) && sum i: 1..100000 (1) == 100000'; } >wide.model
"${guard[@]}" "$tool" model wide.model >out 2>&1; code=$?
ok "200,000 conjuncts end by no signal" [ $code -lt 2 ]
{ grep -v '^check' "$few"; echo 'check when halted all a: 1..2000 (all b: 1..2000 (all c: 1..2000 (a + b + c > 0)))'; } >cube.model
expect 'what takes more than --memory to build ends with a sentence' 3 'out of memory' \
    "$tool" model --memory 100M cube.model
expect 'and what takes longer than --time' 3 'time was over' "$tool" model --time 1s --memory 100G cube.model
{ echo 'channel c from P[1] to P[2]'; echo 'process P[i: 1..200000]'; echo '  state a'; echo '    local x goto b'; echo '  state b'; echo '    final'; } >many.model
sed -i 's/c from/c[i: 1..2] from/' many.model
expect '200,000 processes are searched until a bound' 3 'raise --time|time was over' "$tool" model --time 3s many.model
expect 'help that nobody sees is an error' 2 'cannot be written' sh -c "$tool --help >&-"
finish
