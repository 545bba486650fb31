#!/usr/bin/env python3
"""compare.py MAZURKA PROGRAM FIRST LAST - what decides, by brute force.

Random arguments for sequences.c, one set for each seed. All outcomes are listed here: every order in which the messages of
each receiver can come. The choices of the execution that mazurka reports are its receives from any source, in their
order; the decisive one is the last at which an outcome that passes still agrees with all earlier ones. The step, the
messages that it could have got, and for each of them the numbers of outcomes must be those that mazurka says."""
import json
import random
import subprocess
import sys

from definition import decisive


def orders(counts):
    """All orders of senders 2, 3, ..., with so many messages of each."""
    if not any(counts):
        return [""]
    return [str(i + 2) + rest for i, n in enumerate(counts) if n
            for rest in orders([m - (k == i) for k, m in enumerate(counts)])]


def expected(finding, outcomes, failing):
    """The decisive event and its ways {sender: [passes, fails]}; None: every outcome fails."""
    choices, taken = [], ["", ""]
    for i, e in enumerate(finding["events"]):
        if e.get("role") == "receive" and "any source" in e["text"]:
            sender = str(finding["events"][e["with"]]["rank"])
            choices.append((i, e["rank"], len(taken[e["rank"]]), sender))
            taken[e["rank"]] += sender
    assert tuple(taken) in failing, taken
    return decisive(choices, outcomes, failing)


def check(tool, program, seed):
    r = random.Random(seed)
    senders = r.choice([2, 2, 3])
    counts = [[r.randint(0, 2) for _ in range(senders)] for _ in range(2)]
    outcomes = [(a, b) for a in orders(counts[0]) for b in orders(counts[1])]
    if len(outcomes) > 400:
        return None
    share = r.choice([0.1, 0.3, 0.6, 0.9, 1])
    failing = {o for o in outcomes if r.random() < share} or {r.choice(outcomes)}
    if r.random() < 0.5:  # something that one choice decides
        rank = r.randint(0, 1)
        at = r.randint(0, max(0, len(outcomes[0][rank]) - 1))
        failing = {o for o in outcomes if o[rank][at:at + 1] == outcomes[-1][rank][at:at + 1]}
    words = ["".join(map(str, c)) for c in counts] + ["".join("%s/%s," % o for o in sorted(failing))]
    run = subprocess.run([tool, "run", "-n", str(2 + senders), "-q", "--json", "-", "-o", "out%d" % seed, program] + words,
                         capture_output=True, text=True)
    report = json.loads(run.stdout)
    finding = next((f for f in report["findings"] if f["kind"] == "assertion"), None)
    if not finding or report["executions"] != len(outcomes) or finding["outcomes"] != len(failing):
        return "%d outcomes and %s" % (report["executions"], finding and finding["outcomes"])
    want = expected(finding, outcomes, failing)
    got = finding.get("decisive")
    got = "nothing" if not got else None if "event" not in got else (got["event"], {w["rank"]: [w["passes"], w["fails"]] for w in got["ways"]})
    return "" if got == want else "%s, and not %s" % (got, want)


tool, program, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
passed = failed = 0
for seed in range(first, last + 1):
    wrong = check(tool, program, seed)
    if wrong:
        print("FAILED seed %d: %s" % (seed, wrong))
    passed += wrong == ""
    failed += bool(wrong)
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed > 0)
