#!/usr/bin/env python3
"""mailboxes.py MAZURKA FIRST LAST [PROGRAM] - what decides in programs with mailboxes and mutexes, by brute force.

One random litmus file for each seed. All its executions are walked through here, step by step, with the semantics of
docs/litmus.md. The decisive step of the execution that mazurka reports is the last one before which an execution that passes
can still be reached. Executions are one outcome if they differ in nothing that anybody can tell: the order of the sends and of
the receives on each mailbox, of the locks on each mutex, and the results of tests and choices. (Mutexes are unlocked by their owners only, and
not tried in the same file: there mazurka tells apart some orders that nobody notices, see docs/design/dependence.md.) Of the outcomes that begin with
the steps before the decisive one, each belongs to a way: either the operation has another result there, or another actor is the first to use
the same side of the mailbox, or the same mutex, or to ask in vain for what the step would have completed. All of it must be what mazurka says.

With PROGRAM, the native program of statements.c, the same is asked of that program, which gets the file's statements as its argument."""
import json
import random
import re
import subprocess
import sys


class Program:
    """Actors as lists of statements (line, kind, object, value)."""

    def __init__(self, r):
        self.lines, self.actors, line = [], [], 0
        mailboxes, mutexes = r.randint(1, 2), r.randint(0, 2)
        tries = r.random() < 0.3
        kinds = ["send", "recv"] * 3 + ["choose"] + ["lock"] * (3 if mutexes else 0)
        for a in range(r.choice([2, 3, 3])):
            self.emit("actor P%d" % a)
            body, handles, locks, waited, taken = [], [], [], [], []
            for i in range(r.randint(2, 4)):
                kind = r.choice(kinds + ["wait", "test"] * bool(handles) + ["assert"] * 2 * bool(waited)
                                + (["try"] if tries else ["unlock"] * 3) * bool(locks))
                if kind in ("send", "recv"):
                    box, h = r.randrange(mailboxes), "c%d" % i
                    handles.append((h, kind))
                    value = a + 1 if kind == "send" else 0
                    body.append(self.emit("  %s = %s m%d%s" % (h, kind, box, " %d" % value if value else "")) + (kind, box, h, value))
                    if r.random() < 0.6:
                        body.append(self.emit("  wait %s" % h) + ("wait", None, h, 0))
                        waited += [h] * (kind == "recv")
                elif kind == "choose":
                    body.append(self.emit("  x%d = choose 2" % i) + ("choose", None, "x%d" % i, 2))
                elif kind in ("wait", "test"):
                    h, side = r.choice(handles)
                    waited += [h] * (side == "recv")
                    name = "t%d" % i
                    body.append(self.emit("  %s%s %s" % ("" if kind == "wait" else name + " = ", kind, h)) + (kind, None, h, 0))
                elif kind == "assert":
                    h = r.choice(waited)
                    v = r.randint(0, 3)
                    body.append(self.emit("  assert %s != %d" % (h, v)) + ("assert", None, h, v))
                elif kind == "lock":
                    m, h = r.randrange(mutexes), "l%d" % i
                    if m in taken:
                        continue
                    taken.append(m)
                    locks.append((h, m))
                    body.append(self.emit("  %s = lock M%d" % (h, m)) + ("lock", m, h, 0))
                    if not tries or r.random() < 0.5:
                        body.append(self.emit("  await %s" % h) + ("await", m, h, 0))
                else:
                    h, m = r.choice(locks)
                    if kind == "unlock":
                        locks.remove((h, m))
                        body.append(self.emit("  unlock M%d" % m) + ("unlock", m, h, 0))
                    else:
                        body.append(self.emit("  o%d = try %s" % (i, h)) + ("try", m, h, 0))
            self.actors.append(body)

    def emit(self, text):
        self.lines.append(text)
        return (len(self.lines),)


class State:
    """Immutable: positions, failed actors, posts of mailboxes, queues of mutexes, results, values; and the history."""

    def __init__(self, n):
        self.at, self.failed = (0,) * n, (False,) * n
        self.boxes = ()      # ((box, side), (actor, handle, value), ...) by name
        self.queues = ()     # (mutex, (actors))
        self.seen = ((),) * n  # what the actor observed: results, values reported
        self.orders = ()     # ((object, side), (actors in order)), which make the outcome

    def copy(self):
        s = State(0)
        s.__dict__ = dict(self.__dict__)
        return s

    def key(self):
        return (self.at, self.failed, self.boxes, self.queues, self.seen, self.orders)

    def outcome(self):
        return (self.at, self.seen, self.orders)


def put(pairs, key, value):
    d = dict(pairs)
    d[key] = value
    return tuple(sorted(d.items()))


def place(state, actor, handle):
    """Of the actor's post: its mailbox, side and number."""
    for (box, side), posts in state.boxes:
        for k, (a, h, v) in enumerate(posts):
            if a == actor and h == handle:
                return box, side, k
    return None


def partner(state, actor, handle):
    box, side, k = place(state, actor, handle)
    other = dict(state.boxes).get((box, 1 - side), ())
    return (side, other[k]) if k < len(other) else None


def value_of(state, actor, handle):
    return dict(x for x in state.seen[actor] if isinstance(x[0], str)).get(handle, 0)


def moves(p, state, actor):
    """The results that the actor's next statement can have; none: it waits, or has ended."""
    if state.failed[actor] or state.at[actor] == len(p.actors[actor]):
        return []
    line, kind, obj, h, v = p.actors[actor][state.at[actor]]
    if kind == "choose":
        return list(range(v))
    if kind == "wait":
        return [0] if partner(state, actor, h) else []
    if kind == "test":
        return [0] if partner(state, actor, h) else [-1]
    if kind in ("await", "try"):
        first = dict(state.queues).get(obj, ())[:1] == (actor,)
        return [0] if first else [] if kind == "await" else [-1]
    return [None]


def step(p, state, actor, result):
    line, kind, obj, h, v = p.actors[actor][state.at[actor]]
    s = state.copy()
    s.at = s.at[:actor] + (s.at[actor] + 1,) + s.at[actor + 1:]

    def see(*things):
        s.seen = s.seen[:actor] + (s.seen[actor] + things,) + s.seen[actor + 1:]

    if kind in ("send", "recv"):
        side = int(kind == "recv")
        s.boxes = put(s.boxes, (obj, side), dict(s.boxes).get((obj, side), ()) + ((actor, h, v),))
        s.orders = put(s.orders, ("m", obj, side), dict(s.orders).get(("m", obj, side), ()) + (actor,))
    elif kind == "lock":
        s.queues = put(s.queues, obj, dict(s.queues).get(obj, ()) + (actor,))
        s.orders = put(s.orders, ("M", obj, 0), dict(s.orders).get(("M", obj, 0), ()) + (actor,))
    elif kind == "unlock":
        s.queues = put(s.queues, obj, tuple(a for a in dict(s.queues)[obj] if a != actor))
    elif kind in ("wait", "test") and result == 0:
        side, (a, other, value) = partner(state, actor, h)
        see((line, result), (h, value) if side else ("", 0))
    elif kind in ("choose", "test", "try"):
        see((line, result))
    elif kind == "assert" and value_of(state, actor, h) == v:
        s.failed = s.failed[:actor] + (True,) + s.failed[actor + 1:]
    return s


def wrong(p, state):
    return any(state.failed) or any(at < len(b) for at, b in zip(state.at, p.actors))


def ends(p, state, known):
    """All final states, by outcome: {outcome: fails}. `known` remembers."""
    key = state.key()
    if key not in known:
        all = {}
        for a in range(len(p.actors)):
            for result in moves(p, state, a):
                all.update(ends(p, step(p, state, a, result), known))
        known[key] = all or {state.outcome(): wrong(p, state)}
    return known[key]


def uses(statement):
    line, kind, obj, h, v = statement
    return ("m", obj, int(kind == "recv")) if kind in ("send", "recv") else ("M", obj, 0) if kind == "lock" else None


def failed_test(p, before, box, side, k, outcome):
    """The first test after `before` that fails and asks for the k-th post on this side of the mailbox: (actor, line, -1)."""
    at, seen, orders = outcome
    owner = dict(orders)[("m", box, side)][k]
    nth = sum(1 for a in dict(orders)[("m", box, side)][:k] if a == owner)
    handle = [s[3] for s in p.actors[owner] if uses(s) == ("m", box, side)][nth]
    tests = [s[0] for s in p.actors[owner] if s[1] == "test" and s[3] == handle]
    return next((owner, line, -1) for line, result in seen[owner][len(before.seen[owner]):] if line in tests and result == -1)


def way_of(p, before, actor, result, outcome):
    """What this outcome, which begins with `before`, does in place of the step: (actor, line, result)."""
    at, seen, orders = outcome
    statement = p.actors[actor][before.at[actor]]
    line, kind, obj, h, v = statement
    mine = seen[actor][len(before.seen[actor]):]
    if result is not None and kind in ("choose", "test", "try"):
        return (actor, line, mine[0][1])
    use = uses(statement)
    n = len(dict(before.orders).get(use, ()))
    first = dict(orders)[use][n]
    if first == actor:  # a test that the step would have made succeed came first
        return failed_test(p, before, use[1], 1 - use[2], n, outcome)
    earlier = sum(1 for a in dict(before.orders).get(use, ()) if a == first)
    lines = [s[0] for s in p.actors[first] if uses(s) == use]
    return (first, lines[earlier], None)


def schedule(p, text):
    """Steps (actor, result) of a schedule in words."""
    for word in text.split():
        who, _, result = word.partition(":")
        yield int(who[1:]), int(result) if result else None


def expected(p, steps, known, native=False):
    """The index of the decisive step, and its ways; None: every outcome fails; a string: the two do not agree. In native
    programs, an assertion that holds is no step."""
    state, best = State(len(p.actors)), None
    for i, (actor, result) in enumerate(steps):
        while native and result != "!" and p.actors[actor][state.at[actor]][1] == "assert":
            state = step(p, state, actor, None)
        result = None if result == "!" else result
        can = moves(p, state, actor)
        if result is None and len(can) == 1:
            result = can[0]
        if result not in can:
            return "step %d cannot be" % (i + 1)
        if not all(ends(p, state, known).values()):
            best = (i, state, actor, result)
        state = step(p, state, actor, result)
    if not all(ends(p, state, known).values()):
        return "the execution can still pass"
    if best is None:
        return None
    i, state, actor, result = best
    ways = {}
    after = ends(p, step(p, state, actor, result), known)
    kind = p.actors[actor][state.at[actor]][1]
    own = (actor, p.actors[actor][state.at[actor]][0], result if kind in ("choose", "test", "try") else None)
    for outcome, fails in ends(p, state, known).items():
        way = own if outcome in after else way_of(p, state, actor, result, outcome)
        ways.setdefault(way, [0, 0])[fails] += 1
    return i, ways


def said(finding):
    d = finding.get("decisive")
    if not d:
        return "nothing"
    if "event" not in d:
        return None
    ways = {}
    for w in d["ways"]:
        ways[(w["rank"], w.get("line"), result_of(w["what"].split(": ", 1)[1]))] = [w["passes"], w["fails"]]
    return d["event"], ways


def statements(p):
    """The program as an argument of statements.c."""
    letter = {"await": "m", "try": "y"}

    def word(statement):
        line, kind, obj, h, v = statement
        if kind in ("send", "recv"):
            return kind[0] + str(obj) + h[1:]
        if kind in ("wait", "test", "assert"):
            return kind[0] + h[1:] + str(v)
        return letter.get(kind, kind[0]) + str(obj or 0) + str(v)
    return ",".join("".join(map(word, body)) for body in p.actors)


def result_of(text):
    """The result of a step, in words; None: it has none."""
    number = re.search(r"-> (-?\d+)$", text)
    if re.search(r"(^|= )(test|try)[ :]", text):  # one that succeeds says of whom, or 1
        return -1 if number and number.group(1) == "0" else 0
    return int(number.group(1)) if number else None


def steps_of(finding):
    """Steps (actor, result) of a native finding's events; "!" is the result of an assertion that fails, and the only step of one."""
    for e in finding["events"]:
        yield e["rank"], "!" if e["text"].endswith("!") else result_of(e["text"])


def by_kind(p, want):
    """The ways of a native program have no lines of the file: they are named by kinds of statements."""
    if not isinstance(want, tuple):
        return want
    ways = {}
    for (actor, line, result), (passes, fails) in want[1].items():
        kind = next(s[1] for s in p.actors[actor] if s[0] == line)
        way = ways.setdefault((actor, kind, result), [0, 0])
        way[0] += passes
        way[1] += fails
    return want[0], ways


def check_native(tool, program, p, outcomes, known, seed):
    run = subprocess.run([tool, "run", "-q", "--json", "-", "-o", "native%d" % seed, program, statements(p)], capture_output=True, text=True)
    report = json.loads(run.stdout)
    if report["executions"] != len(outcomes):
        return "%d outcomes of the native program, and not %d" % (report["executions"], len(outcomes))
    words = {"receive": "recv", "test:": "test", "test": "try"}
    for finding in report["findings"]:
        want = by_kind(p, expected(p, steps_of(finding), known, True))
        d = finding.get("decisive")
        got = "nothing" if not d else None
        if d and "event" in d:
            ways = {}
            for w in d["ways"]:
                text = w["what"].split(": ", 1)[1]
                ways[(w["rank"], words.get(text.split()[0], text.split()[0]), result_of(text))] = [w["passes"], w["fails"]]
            got = d["event"], ways
        if got != want:
            return "native, %s: %s, and not %s" % (finding["kind"], got, want)
    return ""


def check(tool, seed, program):
    r = random.Random(seed)
    p = Program(r)
    name = "random%d.lit" % seed
    with open(name, "w") as f:
        f.write("\n".join(p.lines) + "\n")
    known = {}
    all = ends(p, State(len(p.actors)), known)
    if not any(all.values()):
        return None
    if program:
        return check_native(tool, program[0], p, all, known, seed)
    command = [tool, "litmus", "-q", "--json", "-", name]
    run = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(run.stdout)
    if report["executions"] != len(all):
        return "%d outcomes, and not %d" % (report["executions"], len(all))
    for finding in report["findings"]:
        want = expected(p, schedule(p, finding["trace"]), known)
        got = said(finding)
        if got != want:
            return "%s: %s, and not %s" % (finding["kind"], got, want)
    return ""


tool, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
passed = failed = 0
for seed in range(first, last + 1):
    bad = check(tool, seed, sys.argv[4:])
    if bad:
        print("FAILED seed %d: %s" % (seed, bad))
    passed += bad == ""
    failed += bool(bad)
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed > 0)
