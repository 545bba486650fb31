#!/usr/bin/env python3
"""orders.py MAZURKA PROGRAM FIRST LAST - what decides in one-sided communication, by brute force.

Random arguments for orders.c, one set for each seed. The outcomes are all pairs of orders in which the ranks can come to the two
counters. The choices of the execution that mazurka reports are the steps at which an access takes effect; the decisive
one is the last at which an outcome that passes still agrees with all earlier ones. The step, and for each rank that could have come next
the numbers of outcomes, must be those that mazurka says."""
import itertools
import json
import random
import re
import subprocess
import sys

from definition import decisive


def expected(finding, outcomes, failing):
    choices, came = [], ["", ""]
    for i, e in enumerate(finding["events"]):
        effect = re.match(r"effect of Fetch_and_op on rank (\d)", e["text"])
        if effect:
            to = int(effect.group(1))
            choices.append((i, to, len(came[to]), str(e["rank"])))
            came[to] += str(e["rank"])
    assert tuple(came) in failing, came
    return decisive(choices, outcomes, failing)


def check(tool, program, seed):
    r = random.Random(seed)
    adders = r.choice([2, 2, 3])
    orders = ["".join(x) for x in itertools.permutations("123"[:adders])]
    outcomes = list(itertools.product(orders, orders))
    share = r.choice([0.1, 0.3, 0.6, 0.9, 1])
    failing = {o for o in outcomes if r.random() < share} or {r.choice(outcomes)}
    if r.random() < 0.5:  # something that one choice decides
        to, at, rank = r.randint(0, 1), r.randrange(adders), str(r.randint(1, adders))
        failing = {o for o in outcomes if o[to][at] == rank}
    run = subprocess.run([tool, "run", "-n", str(1 + adders), "-q", "--json", "-", "-o", "orders%d" % seed, program,
                          "".join("%s/%s," % o for o in sorted(failing))], capture_output=True, text=True)
    report = json.loads(run.stdout)
    finding = next((f for f in report["findings"] if f["kind"] == "assertion"), None)
    if not finding or report["executions"] != len(outcomes) or finding["outcomes"] != len(failing):
        return "%d outcomes and %s" % (report["executions"], finding and finding["outcomes"])
    want, got = expected(finding, outcomes, failing), finding.get("decisive")
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
