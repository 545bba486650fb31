# examples.sh - every example by every explorer, and the replay of what it finds.
# Sourced by tests/cli/check.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of tests/cli/check

results=$tmp/results
mkdir "$results"

# Not every exploration without reduction ends; exit 3 is fine for those.
explore_one() { # explore_one EXPLORER FILE
    local name
    name=$results/$(basename "$2" .lit).$1
    timeout -k 10 300 "$tool" litmus "$2" -a "$1" --executions 30000 \
        --keep-going --json "$name.json" >"$name.txt" 2>"$name.err"
    echo $? >"$name.code"
}
replay_one() { # replay_one NAME FILE SCHEDULE
    timeout -k 10 300 "$tool" litmus "$2" --schedule "$3" --json "$results/$1.json" \
        >"$results/$1.txt" 2>"$results/$1.err"
    echo $? >"$results/$1.code"
}
export -f explore_one replay_one
export tool results

explore_all() {
    local a file
    for a in $explorers; do
        for file in "$lit"/*.lit; do printf '%s\0%s\0' "$a" "$file"; done
    done | xargs -0 -n 2 -P 4 bash -c 'explore_one "$@"' explore
}
lane explore_all

# examples.js checks the reports, and says which schedules to replay; then compares.
count_examples() { # count_examples PHASE
    local line
    while IFS= read -r line; do
        case $line in
        ok) pass ;;
        SKIPPED*) skip "$(cut -d ' ' -f 2 <<<"$line")" "${line#SKIPPED }" ;;
        *) shown=${line%%: *}; fail "${line#*: }" ;;
        esac
    done < <(node "$here/examples.js" "$1" "$lit" "$results" "$explorers" "$optimal" "$brute" 2>&1)
}
finish_examples() {
    wait "${lanes[explore_all]}"
    count_examples explored
    xargs -0 -n 3 -P 4 bash -c 'replay_one "$@"' replay <"$results/schedules"
    count_examples replayed
    shown='examples'
    that 'there were schedules to replay' \
        test "$(tr -cd '\0' <"$results/schedules" | wc -c)" -ge 100
}
