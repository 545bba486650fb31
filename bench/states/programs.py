#!/usr/bin/env python3
# bench/states/programs.py NAME ARGUMENT...: litmus files of the size that one likes.
"""Programs with many outcomes and few states, and some that do not merge."""
import sys


def receiver(n, body, end=''):
    senders = ''.join(f'rank {i + 1}\n  send 0 value {1 << i}\n' for i in range(n))
    return f'rank 0\n{body * n}{end}{senders}'


def dropped(n):
    """n senders, whose values are not looked at"""
    return receiver(n, '  recv any\n')


def summed(n):
    """n senders, whose values are added"""
    return receiver(n, '  x = recv any\n  t = t + x\n', f'  assert t == {(1 << n) - 1}\n')


def kept(n):
    """n senders, and the order in which they came is kept: nothing merges"""
    return receiver(n, '  x = recv any\n  t = ' + 't + ' * 9 + 'x.source\n', '  assert t\n')


def phases(first, second, keeps):
    """two groups of senders, one after the other; of the second group (keeps = 2) or the first the order is kept"""
    text = 'rank 0\n'
    for tag, n in ((1, first), (2, second)):
        text += (f'  x = recv any tag {tag}\n  t = ' + 't + ' * 9 + 'x.source\n' if tag == keeps else f'  recv any tag {tag}\n') * n
        if tag == keeps:
            text += '  assert t\n  t = 0\n'
    return text + ''.join(f'rank {i + 1}\n  send 0 tag {1 + (i >= first)}\n' for i in range(first + second))


def masters(n):
    """two independent receivers with n senders each"""
    text = ''.join(f'rank {m}\n' + '  recv any\n' * n for m in range(2))
    return text + ''.join(f'rank {2 + m * n + i}\n  send {m}\n' for m in range(2) for i in range(n))


def tasks(w, k, value='n'):
    """the first of w workers that answers gets the next of k tasks; results are added"""
    each = (lambda i: i) if value == 'n' else (lambda i: 1)
    total = sum(each(i) for i in range(1, k + 1))
    first = ''.join(f'  send {i} value {each(i)}\n' for i in range(1, w + 1))
    return (f'rank 0\n{first}  n = {w}\n'
            f'  repeat {k - w}\n    x = recv any\n    t = t + x\n    n = n + 1\n    send x.source value {value}\n  end\n'
            f'  repeat {w}\n    x = recv any\n    t = t + x\n    send x.source\n  end\n  assert t == {total}\n'
            f'rank 1..{w}\n  x = recv 0\n  while x\n    send 0 value x\n    x = recv 0\n  end\n')


def counted(w, k):
    """the same, and all tasks are alike"""
    return tasks(w, k, '1')


def queue(w, k):
    """a work queue, as in ADLB: workers ask for work; some tasks make new ones"""
    return (f'rank 0\n  left = {k}\n  idle = 0\n'
            f'  while idle < {w}\n    x = recv any tag any\n    if x.tag == 1\n      left = left + x\n    else\n'
            f'      if left\n        left = left - 1\n        send x.source value 1\n      else\n'
            f'        send x.source\n        idle = idle + 1\n      end\n    end\n  end\n'
            f'rank 1..{w}\n  go = 1\n  fresh = self == 1\n  while go\n    if fresh\n      send 0 tag 1 value 1\n      fresh = 0\n    end\n'
            f'    send 0 tag 0\n    y = recv 0\n    go = y\n  end\n')


def bound(w, k):
    """branch and bound: results are better or worse, and the best one goes with the next task"""
    return (f'rank 0\n  best = 9\n  n = 0\n'
            + ''.join(f'  send {i} value best\n' for i in range(1, w + 1))
            + f'  repeat {k - w}\n    x = recv any\n    if x < best\n      best = x\n    end\n    send x.source value best\n  end\n'
            f'  repeat {w}\n    x = recv any\n    if x < best\n      best = x\n    end\n    send x.source value 0\n  end\n  assert best > 0\n'
            f'rank 1..{w}\n  b = recv 0\n  while b > 0\n    if b > self + 1\n      send 0 value b - 1\n    else\n      send 0 value b\n    end\n    b = recv 0\n  end\n')


def nbx(n):
    """n ranks that send to one another without knowing who will: NBX, with a barrier as the end"""
    text = ''
    for i in range(n):
        text += (f'rank {i}\n  s = issend {(i + 1) % n} tag 1\n'
                 '  over = 0\n  sent = 0\n  while !over\n    m = iprobe any tag 1\n'
                 '    if m.found\n      recv m.source tag 1\n    end\n'
                 '    if sent\n      over = test b\n    else\n      sent = test s\n      if sent\n        b = ibarrier\n      end\n    end\n  end\n')
    return text


if __name__ == '__main__':
    print('semantics matching\n' + globals()[sys.argv[1]](*map(int, sys.argv[2:])), end='')
