------------------------------- MODULE Matching -------------------------------
(***************************************************************************)
(* SPDX-License-Identifier: Apache-2.0                                     *)
(*                                                                         *)
(* MPI's matching, and the search "match": are all outcomes of a program   *)
(* explored, and none twice?                                               *)
(*                                                                         *)
(* Sections 1 and 2 say what can happen (docs/design/matching.md), section *)
(* 3 what the search does (docs/algorithms/match-proof.md, A1 to A3). The  *)
(* state machine of section 4 follows both at once, a layer at a time;     *)
(* when nothing is left, Explored must hold.                               *)
(*                                                                         *)
(* Parameters have names of their own in each definition, on purpose:      *)
(* README.md says why.                                                     *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

(***************************************************************************)
(* A program: for each rank a list of operations.                          *)
(*                                                                         *)
(*   [op |-> "send",  peer |-> 2, tag |-> 0, when |-> <<>>]                *)
(*   [op |-> "irecv", peer |-> 2, tag |-> 0, when |-> <<>>]                *)
(*        peer 0: any source; tag 9: any tag                               *)
(*   [op |-> "wait", on |-> 1, when |-> <<>>]       also "test"; an irecv  *)
(*                                                  by its position        *)
(*                                                                         *)
(* when |-> <<i, v>>: it is left out unless v was observed at position i.  *)
(* A wait observes its message, that is, the rank and the position of the  *)
(* send; a test Yes or No; all else Nothing.                               *)
(***************************************************************************)
CONSTANT Prog

(***************************************************************************)
(* How the search is done: "right", or wrong in a way that must be noticed *)
(*   "careless"   what is not canonical is removed all the same            *)
(*   "single"     a receive is given one message, and nothing with it      *)
(*   "forgetful"  nothing is fixed by being kept                           *)
(***************************************************************************)
CONSTANT Way

\* For Counted: how many outcomes it must not have.
CONSTANT Count

Ranks   == DOMAIN Prog
Nothing == <<0, 0>>
No      == <<0, 0>>
Yes     == <<0, 1>>

(***************************************************************************)
(* 1. What has happened is a set of pairs of an event and its value:       *)
(*    <<"S", p, i>> the send at position i of rank p         Nothing       *)
(*    <<"M", p, i>> the receive there is matched             the send      *)
(*    <<"T", p, i>> the test there                           Yes, No       *)
(***************************************************************************)
Has(ha, hb)   == \E x \in ha : x[1] = hb
Value(va, vb) == (CHOOSE x \in va : x[1] = vb)[2]

\* How far a rank has come, and what it has observed.
RECURSIVE Walk(_, _, _, _)
Walk(wg, wp, wi, wo) ==
    IF wi > Len(Prog[wp]) THEN [at |-> wi, seen |-> wo]
    ELSE LET o == Prog[wp][wi]
             skip == IF o.when = <<>> THEN FALSE ELSE wo[o.when[1]] # o.when[2]
         IN IF skip THEN Walk(wg, wp, wi + 1, Append(wo, Nothing))
            ELSE IF o.op = "irecv" THEN Walk(wg, wp, wi + 1, Append(wo, Nothing))
            ELSE IF o.op = "send"
                 THEN IF Has(wg, <<"S", wp, wi>>)
                      THEN Walk(wg, wp, wi + 1, Append(wo, Nothing))
                      ELSE [at |-> wi, seen |-> wo]
            ELSE IF o.op = "wait"
                 THEN IF Has(wg, <<"M", wp, o.on>>)
                      THEN Walk(wg, wp, wi + 1, Append(wo, Value(wg, <<"M", wp, o.on>>)))
                      ELSE [at |-> wi, seen |-> wo]
            ELSE IF Has(wg, <<"T", wp, wi>>)
                 THEN Walk(wg, wp, wi + 1, Append(wo, Value(wg, <<"T", wp, wi>>)))
                 ELSE [at |-> wi, seen |-> wo]

Line(lg, lp) == Walk(lg, lp, 1, <<>>)

\* Was the operation at this position performed, on this line?
Done(dl, dp, di) ==
    LET o == Prog[dp][di]
    IN IF di >= dl.at THEN FALSE
       ELSE IF o.when = <<>> THEN TRUE ELSE dl.seen[o.when[1]] = o.when[2]

Posted(pl, pp) == {i \in DOMAIN Prog[pp] : Prog[pp][i].op = "irecv" /\ Done(pl, pp, i)}

\* Does the message fit the receive at position fi of rank fp?
Fits(fp, fi, fs) ==
    LET r == Prog[fp][fi]
        s == Prog[fs[1]][fs[2]]
    IN s.peer = fp /\ r.peer \in {0, fs[1]} /\ r.tag \in {9, s.tag}

Sends(sg)      == {<<x[1][2], x[1][3]>> : x \in {y \in sg : y[1][1] = "S"}}
Taken(tg)      == {x[2] : x \in {y \in tg : y[1][1] = "M"}}
Free(rg)       == Sends(rg) \ Taken(rg)
Open(og, ol, op) == {i \in Posted(ol, op) : ~Has(og, <<"M", op, i>>)}

\* Rules R and S: the messages that a receive can get.
PossibleOf(as, ao, ap, ai) ==
    IF ai \notin ao THEN {}
    ELSE {s \in as :
             /\ \A j \in ao : j >= ai \/ ~Fits(ap, j, s)
             /\ \A u \in as : u[1] # s[1] \/ u[2] >= s[2]}
Possible(bh, bl, bp, bi) ==
    PossibleOf({s \in Free(bh) : Fits(bp, bi, s)}, Open(bh, bl, bp), bp, bi)

(***************************************************************************)
(* 2. What can happen next.                                                *)
(***************************************************************************)
StepsOfLine(kg, kl, kp) ==
    IF kl.at > Len(Prog[kp]) THEN {}
    ELSE LET o == Prog[kp][kl.at]
         IN IF o.op = "send" THEN {<<<<"S", kp, kl.at>>, Nothing>>}
            ELSE IF o.op = "test"
                 THEN {<<<<"T", kp, kl.at>>, No>>} \cup
                      (IF Has(kg, <<"M", kp, o.on>>) THEN {<<<<"T", kp, kl.at>>, Yes>>} ELSE {})
            ELSE {}

StepsOf(cg, cl, cp) ==
    StepsOfLine(cg, cl, cp) \cup
    UNION {{<<<<"M", cp, i>>, s>> : s \in Possible(cg, cl, cp, i)} : i \in Open(cg, cl, cp)}

Steps(bg) == UNION {StepsOf(bg, Line(bg, p), p) : p \in Ranks}

(***************************************************************************)
(* 3. The search. A node is a sequence of records                          *)
(*    [e |-> event, v |-> value, first |-> BOOLEAN, fixed |-> BOOLEAN],    *)
(* in the order of their places.                                           *)
(***************************************************************************)
Graph(gn) == {<<gn[k].e, gn[k].v>> : k \in DOMAIN gn}

\* What happens directly before position ci of rank cp.
Before(eg, el, ep, ei) ==
    {x[1] : x \in {y \in eg : y[1][1] \in {"S", "T"} /\ y[1][2] = ep /\ y[1][3] < ei}} \cup
    {<<"M", ep, Prog[ep][i].on>> :
        i \in {j \in DOMAIN Prog[ep] :
                  /\ j < ei
                  /\ Prog[ep][j].op \in {"wait", "test"}
                  /\ Done(el, ep, j)
                  /\ (Prog[ep][j].op = "wait" \/ el.seen[j] = Yes)}}

CausesOf(ng, nl, nt, np, ni, nv) ==
    Before(ng, nl, np, ni) \cup
    (IF nt = "S" THEN {}
     ELSE IF nt = "T" THEN (IF nv = Yes THEN {<<"M", np, Prog[np][ni].on>>} ELSE {})
     ELSE {<<"S", nv[1], nv[2]>>} \cup
          {<<"M", np, j>> : j \in {k \in Posted(nl, np) : k < ni /\ Fits(np, k, nv)}} \cup
          {x[1] : x \in {y \in ng : y[1][1] = "M" /\ y[1][2] = np /\ y[1][3] # ni
                                    /\ y[2][1] = nv[1] /\ y[2][2] < nv[2] /\ Fits(np, ni, y[2])}})
Causes(qh, qe) == CausesOf(qh, Line(qh, qe[2]), qe[1], qe[2], qe[3], Value(qh, qe))

\* All that happens before the events of qs, with these; qn is what is new in qs.
RECURSIVE Close(_, _, _)
Close(qg, qs, qn) ==
    IF qn = {} THEN qs
    ELSE LET more == UNION {Causes(qg, x) : x \in qn} \ qs
         IN Close(qg, qs \cup more, more)

\* Which event comes next: sends, then the matches of receives up to the one
\* that a rank waits or tests for, then tests, then other matches. <<>>: none.
Lowest(ys) == CHOOSE x \in ys : \A y \in ys : x <= y

Wanted(zg, zl, zp) ==
    IF zl.at > Len(Prog[zp]) THEN {}
    ELSE IF Prog[zp][zl.at].op \notin {"wait", "test"} THEN {}
    ELSE {i \in Open(zg, zl, zp) : i <= Prog[zp][zl.at].on /\ Possible(zg, zl, zp, i) # {}}

AtOp(hl, hp, hop) == IF hl.at > Len(Prog[hp]) THEN FALSE ELSE Prog[hp][hl.at].op = hop

Asks(ig, il, ip, iw) == IF iw # {} THEN <<"M", ip, Lowest(iw)>> ELSE <<"T", ip, il.at>>

\* The last two parameters: the ranks about to send, and those that want
\* something for a wait or a test.
NextOf(og, ol, os, ow) ==
    IF os # {} THEN <<"S", Lowest(os), ol[Lowest(os)].at>>
    ELSE IF ow # {}
         THEN Asks(og, ol[Lowest(ow)], Lowest(ow), Wanted(og, ol[Lowest(ow)], Lowest(ow)))
    ELSE LET rest == {p \in Ranks : \E i \in Open(og, ol[p], p) : Possible(og, ol[p], p, i) # {}}
         IN IF rest = {} THEN <<>>
            ELSE <<"M", Lowest(rest),
                   Lowest({i \in Open(og, ol[Lowest(rest)], Lowest(rest)) :
                              Possible(og, ol[Lowest(rest)], Lowest(rest), i) # {}})>>

NextWith(lh, ll) ==
    NextOf(lh, ll, {p \in Ranks : AtOp(ll[p], p, "send")},
           {p \in Ranks : AtOp(ll[p], p, "test") \/ Wanted(lh, ll[p], p) # {}})
Next1(ih) == NextWith(ih, [p \in Ranks |-> Line(ih, p)])

\* A1: the ways of a read, and the first of them.
Ways(jg, je) ==
    IF je[1] = "M" THEN Possible(jg, Line(jg, je[2]), je[2], je[3])
    ELSE IF Has(jg, <<"M", je[2], Prog[je[2]][je[3]].on>>) THEN {Yes, No} ELSE {No}

FirstWay(we, wys) ==
    IF we[1] = "M"
    THEN CHOOSE x \in wys : \A y \in wys : x[1] < y[1] \/ (x[1] = y[1] /\ x[2] <= y[2])
    ELSE IF Yes \in wys THEN Yes ELSE No

Canonical(cx) == cx.e[1] = "S" \/ (cx.first /\ ~cx.fixed)

\* A2. Node rn ends with the send re; the read at place rk is to get it, by the
\* vector rv, a function from receives (by position) to messages.
Kept(un, uk, uv) ==
    LET sends == {<<"S", uv[i][1], uv[i][2]>> : i \in DOMAIN uv}
    IN Close(Graph(un), sends, sends)

\* What R and S ask for so that the receive bi of rank bp gets its message.
Asked(mg, ml, mp, mv, mi) ==
    {j \in Open(mg, ml, mp) : j < mi /\ Fits(mp, j, mv[mi])} \cup
    {j \in DOMAIN mv : mv[j][1] = mv[mi][1] /\ mv[j][2] < mv[mi][2] /\ Fits(mp, mi, mv[j])}

RECURSIVE Reached(_, _, _, _, _)
Reached(og, ol, op, ov, os) ==
    LET more == os \cup UNION {Asked(og, ol, op, ov, i) : i \in os}
    IN IF more \subseteq DOMAIN ov
       THEN IF more = os THEN os ELSE Reached(og, ol, op, ov, more)
       ELSE {}

RECURSIVE CanDo(_, _, _, _)
CanDo(dg, dp, dv, ds) ==
    IF ds = {} THEN TRUE
    ELSE \E i \in ds :
            IF dv[i] \in Possible(dg, Line(dg, dp), dp, i)
            THEN CanDo(dg \cup {<<<<"M", dp, i>>, dv[i]>>}, dp, dv, ds \ {i})
            ELSE FALSE

Last(yn, yk) == IF yn[yk].e[1] = "M" THEN yn[yk].e[3] ELSE Prog[yn[yk].e[2]][yn[yk].e[3]].on

\* In what is left of the graph: is the vector possible, and minimal?
Fitting(yg, yl, yp, yv, ylast) ==
    IF \E i \in DOMAIN yv : Has(yg, <<"M", yp, i>>) THEN FALSE
    ELSE IF ~CanDo(yg, yp, yv, DOMAIN yv) THEN FALSE
    ELSE Reached(yg, yl, yp, yv, {ylast}) = DOMAIN yv
FittingIn(zh, zp, zv, zlast) == Fitting(zh, Line(zh, zp), zp, zv, zlast)

StandsWith(xn, xk, xv, xkeep) ==
    IF xn[xk].e \in xkeep THEN FALSE
    ELSE IF \E k \in DOMAIN xn : k >= xk /\ xn[k].e \notin xkeep /\ ~Canonical(xn[k])
                                  /\ Way # "careless" THEN FALSE
    ELSE FittingIn({<<xn[k].e, xn[k].v>> :
                       k \in {j \in DOMAIN xn : j < xk \/ (j > xk /\ xn[j].e \in xkeep)}},
                   xn[xk].e[2], xv, Last(xn, xk))
Stands(wn, wk, wv) == StandsWith(wn, wk, wv, Kept(wn, wk, wv))

\* A sequence of the elements of a set of numbers, in their order.
RECURSIVE InOrder(_)
InOrder(is) == IF is = {} THEN <<>> ELSE <<Lowest(is)>> \o InOrder(is \ {Lowest(is)})

RetargetWith(tn, tk, tv, keep) ==
    LET t     == tn[tk]
        p     == t.e[2]
        own   == IF t.e[1] = "M" THEN {t.e[3]} ELSE {}
        made  == InOrder(DOMAIN tv \ own)
        chain == [j \in DOMAIN made |->
                    [e |-> <<"M", p, made[j]>>, v |-> tv[made[j]], first |-> FALSE, fixed |-> FALSE]]
        value == IF t.e[1] = "M" THEN tv[t.e[3]] ELSE Yes
        stay  == InOrder({j \in DOMAIN tn : j > tk /\ tn[j].e \in keep})
    IN SubSeq(tn, 1, tk - 1) \o chain \o
       <<[e |-> t.e, v |-> value, first |-> FALSE, fixed |-> FALSE]>> \o
       [j \in DOMAIN stay |-> [e |-> tn[stay[j]].e, v |-> tn[stay[j]].v,
                               first |-> tn[stay[j]].first, fixed |-> Way # "forgetful"]]

Retarget(en, ek, ev) == RetargetWith(en, ek, ev, Kept(en, ek, ev))

\* The vectors that could be tried: for receives up to the one in question, it
\* among them, and with the newest send.
VectorsOf(vp, vlast, vnew, vr, vs) ==
    UNION {{f \in [a \cup {vlast} -> vs] :
               /\ \E i \in DOMAIN f : f[i] = vnew
               /\ \A i \in DOMAIN f : Fits(vp, i, f[i])
               /\ \A i, j \in DOMAIN f : i = j \/ f[i] # f[j]} : a \in {b \in SUBSET vr : Way # "single" \/ b = {}}}
VectorsIn(vg, vq, vh, ve) ==
    VectorsOf(vq, vh, <<ve[2], ve[3]>>, {i \in Posted(Line(vg, vq), vq) : i < vh},
              {s \in Sends(vg) : Prog[s[1]][s[2]].peer = vq})
Vectors(vn, vk) == VectorsIn(Graph(vn), vn[vk].e[2], Last(vn, vk), vn[Len(vn)].e)

Targets(sn) ==
    LET newest == sn[Len(sn)].e
        to == Prog[newest[2]][newest[3]].peer
    IN {k \in DOMAIN sn : /\ sn[k].e[1] \in {"M", "T"}
                          /\ sn[k].e[2] = to
                          /\ Canonical(sn[k])
                          /\ (sn[k].e[1] = "M" \/ sn[k].v = No)}

Grown(an, ae, av, af) == Append(an, [e |-> ae, v |-> av, first |-> af, fixed |-> FALSE])

Written(fo) ==
    {fo} \cup UNION {{Retarget(fo, k, f) : f \in {h \in Vectors(fo, k) : Stands(fo, k, h)}} :
                        k \in Targets(fo)}
Read(fp, fq, fw, ffirst) == {Grown(fp, fq, x, x = ffirst) : x \in fw}
ReadBy(fr, fs, ft) == Read(fr, fs, ft, FirstWay(fs, ft))
ChildrenBy(fm, fg, fe) ==
    IF fe = <<>> THEN {}
    ELSE IF fe[1] = "S" THEN Written(Grown(fm, fe, Nothing, TRUE))
    ELSE ReadBy(fm, fe, Ways(fg, fe))
ChildrenIn(fk, fl) == ChildrenBy(fk, fl, Next1(fl))
Children(fn) == ChildrenIn(fn, Graph(fn))

(***************************************************************************)
(* 4. Both at once. An outcome is what has happened when nothing more can. *)
(***************************************************************************)
VARIABLE st

Init == st = [states |-> {{}}, outcomes |-> {},
              nodes |-> {<<>>}, graphs |-> {}, twice |-> FALSE]

\* Two nodes have a child in common, or two leaves are one graph.
Again(cnodes, ckids, cgraphs) ==
    \/ \E n, o \in cnodes : n # o /\ ckids[n] \cap ckids[o] # {}
    \/ \E n \in cnodes : ckids[n] = {} /\ Graph(n) \in cgraphs
    \/ \E n, o \in cnodes : n # o /\ ckids[n] = {} /\ ckids[o] = {} /\ Graph(n) = Graph(o)

Layer(os1, osteps, okids) ==
    [states   |-> UNION {{g \cup {x} : x \in osteps[g]} : g \in os1.states},
     outcomes |-> os1.outcomes \cup {g \in os1.states : osteps[g] = {}},
     nodes    |-> UNION {okids[n] : n \in os1.nodes},
     graphs   |-> os1.graphs \cup {Graph(n) : n \in {m \in os1.nodes : okids[m] = {}}},
     twice    |-> os1.twice \/ Again(os1.nodes, okids, os1.graphs)]

Next ==
    /\ (st.states # {} \/ st.nodes # {})
    /\ st' = Layer(st, [g \in st.states |-> Steps(g)], [n \in st.nodes |-> Children(n)])

Spec == Init /\ [][Next]_st

Finished == st.states = {} /\ st.nodes = {}
Explored == IF Finished THEN st.graphs = st.outcomes /\ ~st.twice ELSE TRUE
Counted == IF Finished THEN Cardinality(st.outcomes) # Count ELSE TRUE
================================================================================
