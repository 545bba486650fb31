#!/usr/bin/env python3
"""actors.py MAZURKA PROGRAM FIRST LAST - what decides in actor programs, by brute force.

One random table for each seed, which actors.c performs. All outcomes are enumerated here: an actor takes any message that has been
sent to it, so an outcome is what each actor takes and chooses, in its order. The decisive step of the execution that mazurka reports, and
how many outcomes pass and fail for each thing that could have come there, are those of tests/mpi/decisive/definition.py."""
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../mpi/decisive"))
from definition import decisive  # noqa: E402

ACTORS, PHASES, KINDS = 3, 3, 3


def table(r):
    """rules[actor][phase][kind] = (chooses, [(fails, [(to, type)...])] * 2), and the first messages. Types of messages
    that are sent are lower (modulo 3) than that of the message that is handled, so it comes to an end."""
    rules, serial = {}, 1
    for a in range(ACTORS):
        for p in range(PHASES):
            for k in range(KINDS):
                ways = []
                for w in range(2):
                    sends = []
                    for i in range(r.choice([0, 1, 1, 2]) if k else 0):
                        sends.append((r.randrange(ACTORS), KINDS * serial + r.randrange(k)))
                        serial += 1
                    ways.append((int(r.random() < 0.12), sends))
                rules[a, p, k] = (int(r.random() < 0.15), ways)
    first = []
    for i in range(r.choice([2, 3, 3])):
        first.append((r.randrange(ACTORS), KINDS * serial + r.randrange(KINDS)))
        serial += 1
    return rules, first


def argument(rules, first):
    out = []
    for a in range(ACTORS):
        for p in range(PHASES):
            for k in range(KINDS):
                chooses, ways = rules[a, p, k]
                out.append(chooses)
                for fails, sends in ways:
                    out += [fails, len(sends)] + [x for s in sends for x in s]
    out += [len(first)] + [x for s in first for x in s]
    return " ".join(map(str, out))


def outcomes(rules, first, most):
    """Every outcome as a tuple of the actors' histories, and those that fail; None: there are too many."""
    start = (((),) * ACTORS, tuple(tuple(sorted(t for to, t in first if to == a)) for a in range(ACTORS)), (False,) * ACTORS)
    todo, seen, ends, failing = [start], {start}, set(), set()
    while todo:
        told, boxes, failed = todo.pop()
        after = []
        for a in range(ACTORS):
            if failed[a]:
                continue
            for m in boxes[a]:
                phase = sum(x[0] == "m" for x in told[a])
                rule = rules[a, phase, m % KINDS] if phase < PHASES else (0, [(0, [])])
                for w in range(2 if rule[0] else 1):
                    fails, sends = rule[1][w]
                    mine = told[a] + ("m%d" % m,) + (("c%d" % w,) if rule[0] else ())
                    new = [list(b) for b in boxes]
                    new[a].remove(m)
                    for to, t in sends:  # also before an assertion fails
                        new[to].append(t)
                    after.append((told[:a] + (mine,) + told[a + 1:], tuple(tuple(sorted(b)) for b in new),
                                  failed[:a] + (bool(fails),) + failed[a + 1:]))
        if not after:
            ends.add(told)
            if any(failed):
                failing.add(told)
        for s in after:
            if s not in seen:
                seen.add(s)
                todo.append(s)
        if len(seen) > most:
            return None
    return ends, failing


def what(text):
    m = re.search(r"takes (m\d+)", text)
    if m:
        return m.group(1)
    m = re.search(r"-> (\d+)$|choice (\d+)$", text)
    return "c" + (m.group(1) or m.group(2)) if m else None


def main():
    tool, program, low, high = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    passed = failed = decided = 0
    for seed in range(low, high + 1):
        r = random.Random(seed)
        rules, first = table(r)
        every = outcomes(rules, first, 6000)
        if every is None or not every[1]:
            continue
        got = subprocess.run([tool, "run", "-q", "--json", "-", program, argument(rules, first)], capture_output=True, text=True, timeout=60)
        report = json.loads(got.stdout)
        ends, failing = every
        f = next((x for x in report["findings"] if x["kind"] == "assertion"), None)
        if report["executions"] != len(ends) or f is None:
            print("FAILED seed %d: %d outcomes instead of %d" % (seed, report["executions"], len(ends)))
            failed += 1
            continue
        choices, n = [], [0] * ACTORS
        for i, e in enumerate(f["events"]):
            x = what(e["text"])
            if x is None:
                continue
            choices.append((i, e["rank"], n[e["rank"]], x))
            n[e["rank"]] += 1
        wanted = definition(choices, ends, failing)
        d = f.get("decisive")
        mine = None if d is None else (d["event"], {what(w["what"]): [w["passes"], w["fails"]] for w in d["ways"]}) if "event" in d else "always"
        if mine == wanted:
            passed += 1
            decided += wanted != "always"
        else:
            print("FAILED seed %d: %s instead of %s" % (seed, mine, wanted))
            failed += 1
    if decided < 20:
        print("FAILED: only %d decisions" % decided)
        failed += 1
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


def definition(choices, ends, failing):
    """As in definition.py, whose ways are numbers: names of messages and choices are numbered for it."""
    names = sorted({x for o in ends for own in o for x in own})
    number = {x: i for i, x in enumerate(names)}
    coded = {tuple(tuple(number[x] for x in own) + (-1,) * 8 for own in o): o in failing for o in ends}
    best = decisive([(i, a, p, number[x]) for i, a, p, x in choices], list(coded), {o for o, bad in coded.items() if bad})
    if best is None:
        return "always"
    return best[0], {names[w]: counts for w, counts in best[1].items()}


if __name__ == "__main__":
    sys.exit(main())
