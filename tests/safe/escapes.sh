#!/bin/bash
# A program that tries to get out, in a constructor and in a rank: after each attempt the
# machine is as before, and the supervisor lives. Usage: escapes.sh BUILD [NAME...]
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
shift
scratch=$(mktemp -d /tmp/mazurka-escapes-XXXXXX)
trap 'rm -rf "$scratch"' EXIT
"$tool" cc -g -o "$scratch/escape" tests/safe/programs/escape.c || exit 2
mkdir "$scratch/here" "$scratch/here/folder"
echo text >"$scratch/here/file"
cd "$scratch/here" || exit 2

# What is outside: the folder with the times of its files, names of the machine, what lasts.
outside() {
    find . -printf '%p %y %m %s %T@ %U\n' | sort
    uname -n
    wc -l </proc/self/mountinfo
    cat /proc/sys/kernel/domainname
}
before=$(outside)
while read -r number name; do
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    for where in setup rank; do
        "${guard[@]}" "$tool" run -n 1 -q -o "$scratch" ../escape $where "$number" >../said 2>&1
        code=$?
        ok "$name in $where: exit $code, $(tail -n 2 ../said | head -c 300)" [ $code = 4 -o $code = 0 ]
        after=$(outside)
        ok "$name in $where: $(diff <(echo "$before") <(echo "$after"))" [ "$before" = "$after" ]
    done
done < <(../escape list)
[ $# != 0 ] || ok 'there are attempts' [ $((passed + failed)) -gt 300 ]
finish
