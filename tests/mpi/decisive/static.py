#!/usr/bin/env python3
"""static.py MAZURKA PROGRAM FIRST LAST [odpor] - PROGRAM may be "litmus" - what decides if sends may wait, by brute force.

Random arguments for static.c, one set for each seed: ranks with sends and receives in a fixed order. All states are walked through
here, with every MPI_Send buffered or not. An outcome is what the receives of each rank get, in order, where nobody can
move any more although everything is buffered that may be. It fails if ranks wait there, or if sends that are not
buffered can bring the program to a stop on the way to it: in a state in which the receives so far got what they get in
that outcome. The choices of the execution that mazurka reports are its receives from any source; the decisive one is the
last at which an outcome that passes still agrees with all earlier ones. The step, and for each message that it could
have got the numbers of outcomes, must be those that mazurka says, for deadlocks and potential deadlocks.

With "odpor", that explorer is asked, which compares executions by their events; all sends are buffered then. With "litmus" for the program,
litmus files with the same sends and receives are explored instead."""
import json
import random
import re
import subprocess
import sys


def explore(words):
    """All outcomes, as tuples of strings; and all states in which nobody can move and somebody waits, as the same."""
    ranks = [[(w[i], w[i + 1]) for i in range(0, len(w), 2)] for w in words]
    n = len(ranks)
    start = (tuple(0 for _ in ranks), ("",) * n, (), ())
    todo, seen, outcomes, stops = [start], {start}, set(), set()
    while todo:
        # positions; senders that were received from; messages under way (from, to) in order; who waits for its send
        at, got, sent, waiting = state = todo.pop()
        following = []
        for r in range(n):
            if r in waiting or at[r] == len(ranks[r]):
                continue
            kind, peer = ranks[r][at[r]]
            moved = at[:r] + (at[r] + 1,) + at[r + 1:]
            if kind in "sS":
                message = ((r, int(peer)),)
                if kind == "s":
                    following.append((moved, got, sent + message, waiting))
                following.append((moved, got, sent + message, tuple(sorted(waiting + (r,)))))
                continue
            for i, (a, to) in enumerate(sent):
                if to != r or peer not in "*%d" % a or (a, r) in sent[:i]:
                    continue
                # the sender waits for its last message, which may be another one to this rank
                last = not any(m[0] == a for m in sent[i + 1:])
                following.append((moved, got[:r] + (got[r] + str(a),) + got[r + 1:], sent[:i] + sent[i + 1:],
                                  tuple(w for w in waiting if w != a or not last)))
        stuck = bool(waiting) or any(p < len(ranks[r]) for r, p in enumerate(at))
        if not following and stuck:
            stops.add(got)
        if not following and not any(ranks[w][at[w] - 1][0] == "s" for w in waiting):
            outcomes.add((got, stuck))
        for s in following:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return outcomes, stops


def expected(finding, outcomes, fails, words):
    choices, taken = [], [0] * len(words)
    for i, e in enumerate(finding["events"]):
        if e.get("role") != "receive":
            continue
        sender = str(finding["events"][e["with"]]["rank"])
        if "any" in e["text"]:
            choices.append((i, e["rank"], taken[e["rank"]], sender))
        taken[e["rank"]] += 1
    agree, best = list(outcomes), None
    for event, rank, position, sender in choices:
        if any(not fails[o] for o in agree):
            best = (event, rank, position, agree)
        agree = [o for o in agree if o[rank][position:position + 1] == sender]
    if not agree or any(not fails[o] for o in agree):
        return "the execution can still pass"
    if best is None:
        return None
    event, rank, position, agree = best
    ways = {}
    for o in agree:
        got = o[rank][position:position + 1]
        ways.setdefault(int(got) if got else None, [0, 0])[fails[o]] += 1
    return event, ways


def litmus(words, seed):
    """The name of a litmus file that does the same."""
    lines = ["semantics matching"]
    for rank, w in enumerate(words):
        lines.append("rank %d" % rank)
        for kind, peer in (w[i:i + 2] for i in range(0, len(w), 2)):
            lines.append({"s": "  send %s", "S": "  ssend %s", "r": "  x = recv %s"}[kind] % peer.replace("*", "any"))
        if not w:
            lines.append("  local")
    name = "static%d.lit" % seed
    with open(name, "w") as f:
        f.write("\n".join(lines) + "\n")
    return name


def ways_of(decisive):
    """{sender: [passes, fails]}; the ways of odpor are receives, in words."""
    def sender(way):
        if not decisive.get("order"):
            return way.get("rank")
        got = re.search(r"<- rank ?(\d+)", way["what"])
        return int(got.group(1)) if got else way["what"]
    return {sender(w): [w["passes"], w["fails"]] for w in decisive["ways"]}


def check(tool, program, seed, odpor):
    r = random.Random(seed)
    n = r.choice([3, 3, 4])
    words = [""] * n
    for _ in range(r.randint(3, 7)):  # messages, mostly with somebody who wants them
        a, b = r.sample(range(n), 2)
        words[a] += r.choice("sssS") + str(b)
        words[b] += "r" + r.choice(["*", "*", str(a)])
    words = ["".join(sorted((w[i:i + 2] for i in range(0, len(w), 2)), key=lambda _: r.random() < 0.3)) for w in words]
    ended, stops = explore(words)
    outcomes = {o for o, _ in ended}
    if len(outcomes) > 60 or len(outcomes) != len(ended):
        return None
    deadlocks = {o for o, stuck in ended if stuck}
    fails = {o: o in deadlocks or not odpor and any(all(x.startswith(y) for x, y in zip(o, s)) for s in stops) for o in outcomes}
    options = ["-q", "--json", "-"] + (["-a", "odpor", "--buffering", "infinite"] if odpor else [])
    if program == "litmus":
        command = [tool, "litmus", *options, *([] if odpor else ["-a", "match", "--buffering", "any"]), litmus(words, seed)]
    else:
        command = [tool, "run", *options, "-n", str(n), "-o", "static%d" % seed, program, ",".join(words)]
    run = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(run.stdout)
    if report["executions"] != len(outcomes):
        return "%s: %d outcomes, and not %d" % (words, report["executions"], len(outcomes))
    found = {f["kind"]: f for f in report["findings"] if "deadlock" in f["kind"]}
    if bool(found) != any(fails.values()):
        return "%s: found %s" % (words, list(found))
    for kind, f in found.items():
        want, got = expected(f, outcomes, fails, words), f.get("decisive")
        got = "nothing" if not got else None if "event" not in got else (
            got["event"], ways_of(got))
        if got != want:
            return "%s, %s: %s, and not %s" % (words, kind, got, want)
    return "" if found else None


tool, program, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
passed = failed = 0
for seed in range(first, last + 1):
    wrong = check(tool, program, seed, sys.argv[5:] == ["odpor"])
    if wrong:
        print("FAILED seed %d: %s" % (seed, wrong))
    passed += wrong == ""
    failed += bool(wrong)
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed > 0)
