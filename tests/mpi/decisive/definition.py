"""definition.py - what the decisive step is, in a few lines: the last choice before which an outcome could still pass."""


def decisive(choices, outcomes, failing):
    """choices: (event, place, position, what) of the execution that fails, in its order; an outcome o has o[place][position].
    The decisive event and its ways {what: [passes, fails]}; None: every outcome fails."""
    agree, best = outcomes, None
    for event, place, position, what in choices:
        if any(o not in failing for o in agree):
            best = (event, place, position, agree)
        agree = [o for o in agree if o[place][position] == what]
    if best is None:
        return None
    event, place, position, agree = best
    ways = {}
    for o in agree:
        ways.setdefault(int(o[place][position]), [0, 0])[o in failing] += 1
    return event, ways
