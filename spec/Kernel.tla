------------------------------- MODULE Kernel -------------------------------
(***************************************************************************)
(* SPDX-License-Identifier: Apache-2.0                                     *)
(*                                                                         *)
(* The kernel: actors that exchange messages through mailboxes and share   *)
(* mutexes, by nine actions:                                               *)
(*                                                                         *)
(*   LocalComp                              "local"                        *)
(*   AsyncSend, AsyncReceive                "send", "recv"     (posts)     *)
(*   WaitAny, TestAny                       "wait", "test"     (checks)    *)
(*   AsyncMutexLock, MutexUnlock            "lock", "unlock"               *)
(*   MutexWait, MutexTest                   "await", "try"                 *)
(*                                                                         *)
(* After Pham, Jeron, Quinson, "Unfolding-based Dynamic Partial Order      *)
(* Reduction of Asynchronous Distributed Programs" (FORTE 2019), section   *)
(* 3, whose eleven independence theorems are stated below.                 *)
(*                                                                         *)
(* The whole state is one record, and a step is a function from state and  *)
(* actor to state. Actions are deterministic, so this loses nothing, and   *)
(* it lets "x and y commute here" be said of a single state. Actors are    *)
(* called a in the model and x, y in what is said about it, on purpose:    *)
(* tla-checker confuses a variable in an argument with a parameter of the  *)
(* same name (README.md lists what else the text avoids for its sake).     *)
(***************************************************************************)
EXTENDS Integers, Sequences

(***************************************************************************)
(* A program: for each actor a list of instructions, without branches.     *)
(*                                                                         *)
(*   [op |-> "local"]                                                      *)
(*   [op |-> "send", box |-> "m", val |-> 1]                               *)
(*   [op |-> "recv", box |-> "m", val |-> 0]       (val: not used)         *)
(*   [op |-> "wait", on |-> {1, 3}]        also "test"; the actor's own    *)
(*                                         earlier posts, by position      *)
(*   [op |-> "lock", mutex |-> "M"]        also "unlock"                   *)
(*   [op |-> "await", on |-> {"M"}]        also "try"                      *)
(***************************************************************************)
CONSTANT Prog

Posts     == {"send", "recv"}
Checks    == {"wait", "test"}
Requests  == {"lock", "unlock"}
OwnChecks == {"await", "try"}
Comms     == Posts \cup Checks
Syncs     == Requests \cup OwnChecks

Actors == DOMAIN Prog

Positions(a, ops) == {i \in DOMAIN Prog[a] : Prog[a][i].op \in ops}

Mailboxes == UNION {{Prog[a][i].box : i \in Positions(a, Posts)} :
                       a \in Actors}
Mutexes   == UNION {{Prog[a][i].mutex : i \in Positions(a, Requests)} :
                       a \in Actors}

-----------------------------------------------------------------------------
(***************************************************************************)
(* The state.                                                              *)
(*                                                                         *)
(*   pc      position of each actor's next instruction                     *)
(*   mem     what each actor has observed: pairs <<i, v>>, where v is the  *)
(*           result of the test at i, or the message that the receive at i *)
(*           got, once a check has reported that receive complete          *)
(*   box     each mailbox: the posts not paired yet, oldest first          *)
(*   paired  the communications: sets of one send and one receive          *)
(*   queue   each mutex: the actors that asked for it; the first owns it   *)
(***************************************************************************)
VARIABLE st

Init == st = [pc     |-> [a \in Actors |-> 1],
              mem    |-> [a \in Actors |-> {}],
              box    |-> [m \in Mailboxes |-> <<>>],
              paired |-> {},
              queue  |-> [m \in Mutexes |-> <<>>]]

Running(s, a) == s.pc[a] <= Len(Prog[a])
Ins(s, a)     == Prog[a][s.pc[a]]

\* Is the post that a made at position i paired? What did the receive get?
Paired(s, a, i)  == \E c \in s.paired : \E p \in c : p.by = a /\ p.at = i
Message(s, a, i) ==
    LET c == CHOOSE d \in s.paired : \E p \in d : p.by = a /\ p.at = i
        p == CHOOSE q \in c : q.op = "send"
    IN  p.val

Owns(s, a, m)    == s.queue[m] # <<>> /\ Head(s.queue[m]) = a
InQueue(s, a, m) == \E k \in DOMAIN s.queue[m] : s.queue[m][k] = a

\* The condition that a check asks about.
AnyPaired(s, a) == \E i \in Ins(s, a).on : Paired(s, a, i)
AnyOwned(s, a)  == \E m \in Ins(s, a).on : Owns(s, a, m)

-----------------------------------------------------------------------------
(***************************************************************************)
(* When can an actor move? Only waits block, and unlocking a mutex whose   *)
(* queue one is not in.                                                    *)
(***************************************************************************)
Enabled(s, a) ==
    /\ Running(s, a)
    /\ CASE Ins(s, a).op = "wait"   -> AnyPaired(s, a)
         [] Ins(s, a).op = "await"  -> AnyOwned(s, a)
         [] Ins(s, a).op = "unlock" -> InQueue(s, a, Ins(s, a).mutex)
         [] OTHER                   -> TRUE

(***************************************************************************)
(* A post pairs with the oldest opposite post in its mailbox, or queues.   *)
(* So a mailbox never holds both kinds, and the k-th send pairs with the   *)
(* k-th receive.                                                           *)
(***************************************************************************)
Pairs(s, a) ==
    LET q == s.box[Ins(s, a).box] IN q # <<>> /\ q[1].op # Ins(s, a).op

Post(s, a) ==
    LET ins == Ins(s, a)
        new == [by |-> a, at |-> s.pc[a], op |-> ins.op, val |-> ins.val]
    IN  IF Pairs(s, a)
        THEN [s EXCEPT !.paired = @ \cup {{Head(s.box[ins.box]), new}},
                       !.box[ins.box] = Tail(@)]
        ELSE [s EXCEPT !.box[ins.box] = Append(@, new)]

(***************************************************************************)
(* What a check teaches the actor: for a test, whether any is paired; for  *)
(* both, the message, if the check is of one receive and that is paired.   *)
(* Which one of several posts is reported is not modelled: a check of      *)
(* several teaches the truth value only.                                   *)
(***************************************************************************)
Truth(p) == IF p THEN 1 ELSE 0

Result(s, a, p) == {<<s.pc[a], Truth(p)>>}

Received(s, a) ==
    LET got == {i \in Ins(s, a).on :
                   Prog[a][i].op = "recv" /\ Paired(s, a, i)}
    IN  {<<i, Message(s, a, i)>> : i \in {j \in got : Ins(s, a).on = {j}}}

Learn(s, a, facts) == [s EXCEPT !.mem[a] = @ \cup facts]

Lock(s, a, m)   == IF InQueue(s, a, m) THEN s
                   ELSE [s EXCEPT !.queue[m] = Append(@, a)]
Unlock(s, a, m) == [s EXCEPT !.queue[m] = SelectSeq(@, LAMBDA b : b # a)]

Effect(s, a) ==
    LET ins == Ins(s, a) IN
    CASE ins.op \in Posts   -> Post(s, a)
      [] ins.op = "wait"    -> Learn(s, a, Received(s, a))
      [] ins.op = "test"    -> Learn(s, a, Received(s, a)
                                           \cup Result(s, a, AnyPaired(s, a)))
      [] ins.op = "lock"    -> Lock(s, a, ins.mutex)
      [] ins.op = "unlock"  -> Unlock(s, a, ins.mutex)
      [] ins.op = "try"     -> Learn(s, a, Result(s, a, AnyOwned(s, a)))
      [] OTHER              -> s                       \* "local", "await"

Step(s, a) == [Effect(s, a) EXCEPT !.pc[a] = @ + 1]

Next == \E a \in Actors : Enabled(st, a) /\ st' = Step(st, a)
Spec == Init /\ [][Next]_st

-----------------------------------------------------------------------------
(***************************************************************************)
(* Properties of the model.                                                *)
(***************************************************************************)
OneKindPerMailbox ==
    \A m \in Mailboxes : \A k, l \in DOMAIN st.box[m] :
        st.box[m][k].op = st.box[m][l].op

\* What an actor holds as received is what the paired send carried.
Sent(a, i, v) == \E c \in st.paired : \E p, q \in c :
    p.by = a /\ p.at = i /\ q.op = "send" /\ Prog[q.by][q.at].val = v
Delivery ==
    \A x \in Actors : \A <<i, v>> \in st.mem[x] :
        Prog[x][i].op = "recv" => Sent(x, i, v)

\* Pairs of actors that have not ended, for the statements below.
Two == {<<x, y>> \in Actors \X Actors :
            x # y /\ Running(st, x) /\ Running(st, y)}

\* Nothing that another actor does takes an enabled action away (Lemma 1).
Persistence ==
    \A <<x, y>> \in Two :
        (Enabled(st, x) /\ Enabled(st, y)) => Enabled(Step(st, y), x)

\* The same, said of steps. tla-checker reads no action formulas: TLC does.
PersistenceOfSteps ==
    [][\A x \in Actors :
          Enabled(st, x) => (Enabled(st', x) \/ st'.pc[x] # st.pc[x])]_st

\* Not true of every program.
NoDeadlock == \/ \A x \in Actors : ~Running(st, x)
              \/ \E x \in Actors : Enabled(st, x)

-----------------------------------------------------------------------------
(***************************************************************************)
(* Independence. The next actions of two actors commute in a state if      *)
(* neither enables or disables the other, and both orders lead to the same *)
(* state.                                                                  *)
(***************************************************************************)
Commute(x, y) ==
    /\ Enabled(st, x) => (Enabled(st, y) <=> Enabled(Step(st, x), y))
    /\ Enabled(st, y) => (Enabled(st, x) <=> Enabled(Step(st, y), x))
    /\ (Enabled(st, x) /\ Enabled(st, y))
         => (Step(Step(st, x), y) = Step(Step(st, y), x))

(***************************************************************************)
(* A theorem names a relation R, a set of pairs of actors, which depends   *)
(* on the state through their next actions, and says that related actions  *)
(* commute. Never(R) says that no related actions are ever both enabled; a *)
(* program must refute it, or the theorem was checked on nothing.          *)
(***************************************************************************)
Independent(R) == \A <<x, y>> \in R : Commute(x, y)
Never(R)       == \A <<x, y>> \in R : ~(Enabled(st, x) /\ Enabled(st, y))

Is(a, ops) == Ins(st, a).op \in ops

\* The mailboxes, or the mutexes, that a's next action is about.
Boxes(a) == IF Is(a, Posts) THEN {Ins(st, a).box}
            ELSE {Prog[a][i].box : i \in Ins(st, a).on}
Locks(a) == IF Is(a, OwnChecks) THEN Ins(st, a).on ELSE {Ins(st, a).mutex}

\* y's post would complete the first communication among those x checks.
CompletesFirst(x, y) ==
    /\ Pairs(st, y)
    /\ ~AnyPaired(st, x)
    /\ LET p == Head(st.box[Ins(st, y).box])
       IN  p.by = x /\ p.at \in Ins(st, x).on

\* x's unlock and y's check are about one mutex, which one of them owns.
OwnerInvolved(x, y) ==
    \E m \in Locks(x) \cap Locks(y) : Owns(st, x, m) \/ Owns(st, y, m)

R1  == {<<x, y>> \in Two : Is(x, {"local"})}
R2  == {<<x, y>> \in Two : Is(x, Syncs) /\ Is(y, Comms)}
R3  == {<<x, y>> \in Two : Is(x, Comms) /\ Is(y, Comms)
                             /\ Boxes(x) \cap Boxes(y) = {}}
R4  == {<<x, y>> \in Two : Is(x, {"send"}) /\ Is(y, {"recv"})}
R5  == {<<x, y>> \in Two : Is(x, Checks) /\ Is(y, Checks)}
R6  == {<<x, y>> \in Two : Is(x, Checks) /\ Is(y, Posts)
                             /\ ~CompletesFirst(x, y)}
R7  == {<<x, y>> \in Two : Is(x, Syncs) /\ Is(y, Syncs)
                             /\ Locks(x) \cap Locks(y) = {}}
R8  == {<<x, y>> \in Two : Is(x, {"lock"}) /\ Is(y, {"unlock"})}
R9  == {<<x, y>> \in Two : Is(x, OwnChecks) /\ Is(y, OwnChecks)}
R10 == {<<x, y>> \in Two : Is(x, {"unlock"}) /\ Is(y, OwnChecks)
                             /\ ~OwnerInvolved(x, y)}
R11 == {<<x, y>> \in Two : Is(x, {"lock"}) /\ Is(y, OwnChecks)}

Theorem1  == Independent(R1)    \* a local action and any other
Theorem2  == Independent(R2)    \* a mutex action and a communication action
Theorem3  == Independent(R3)    \* communication actions, distinct mailboxes
Theorem4  == Independent(R4)    \* a send and a receive
Theorem5  == Independent(R5)    \* two checks
Theorem6  == Independent(R6)    \* a check and a post, unless it is the first
Theorem7  == Independent(R7)    \* mutex actions, distinct mutexes
Theorem8  == Independent(R8)    \* a lock and an unlock
Theorem9  == Independent(R9)    \* two checks of mutexes
Theorem10 == Independent(R10)   \* an unlock and a check, unless by the owner
Theorem11 == Independent(R11)   \* a lock and a check of mutexes

Never1  == Never(R1)
Never2  == Never(R2)
Never3  == Never(R3)
Never4  == Never(R4)
Never5  == Never(R5)
Never6  == Never(R6)
Never7  == Never(R7)
Never8  == Never(R8)
Never9  == Never(R9)
Never10 == Never(R10)
Never11 == Never(R11)

(***************************************************************************)
(* The theorems leave out some pairs that commute too: two unlocks, and    *)
(* the owner's check with an unlock by one who still waits.                *)
(***************************************************************************)
RWider1 == {<<x, y>> \in Two : Is(x, {"unlock"}) /\ Is(y, {"unlock"})}
RWider2 == {<<x, y>> \in Two : Is(x, {"unlock"}) /\ Is(y, OwnChecks)
                                 /\ \A m \in Locks(x) : Owns(st, y, m)}
Wider       == Independent(RWider1 \cup RWider2)
NeverWider1 == Never(RWider1)
NeverWider2 == Never(RWider2)

(***************************************************************************)
(* The rest is dependent. These pairs never commute: two posts of one kind *)
(* on one mailbox, and what theorem 6 excepts.                             *)
(***************************************************************************)
RSends == {<<x, y>> \in Two : Is(x, {"send"}) /\ Is(y, {"send"})
                                /\ Boxes(x) = Boxes(y)}
RRecvs == {<<x, y>> \in Two : Is(x, {"recv"}) /\ Is(y, {"recv"})
                                /\ Boxes(x) = Boxes(y)}
RFirst == {<<x, y>> \in Two : Is(x, Checks) /\ Is(y, Posts)
                                /\ CompletesFirst(x, y)}
Sharp == \A <<x, y>> \in RSends \cup RRecvs \cup RFirst : ~Commute(x, y)

(***************************************************************************)
(* Each statement below is false, and a program must refute it; otherwise  *)
(* Commute would hold of anything.                                         *)
(***************************************************************************)
OwnerUnlocks(a) == Is(a, {"unlock"}) /\ \A m \in Locks(a) : Owns(st, a, m)

FalseSends == Independent(RSends)
FalseRecvs == Independent(RRecvs)
FalseWait  == Independent({<<x, y>> \in RFirst : Is(x, {"wait"})})
FalseTest  == Independent({<<x, y>> \in RFirst : Is(x, {"test"})})
FalseLocks == Independent({<<x, y>> \in Two :
    Is(x, {"lock"}) /\ Is(y, {"lock"}) /\ Locks(x) = Locks(y)})
FalseAwait == Independent({<<x, y>> \in Two :
    OwnerUnlocks(x) /\ Is(y, {"await"}) /\ Locks(x) = Locks(y)})
FalseTry   == Independent({<<x, y>> \in Two :
    OwnerUnlocks(x) /\ Is(y, {"try"}) /\ Locks(x) = Locks(y)})
=============================================================================
