// null.mjs - prints a C program that passes a null pointer to every call of MPI, for each of its pointers in turn:
// node null.mjs include/mpi.h src/mpi/calls.def
//
// All other arguments are right, so that only the null pointer can be at fault. A call must return an error, and not
// crash; which arguments may be null pointers, and what a call needs besides, is said here, from the text of the standard.
import { readFileSync } from 'node:fs';

const [header, calls] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
const supported = [...calls.matchAll(/^CALL\((\w+), supported\)/gm)].map((m) => m[1]);

// Arguments that may be null pointers, in these calls. The others are all that begin or end MPI, or return nothing.
const MAY_BE_NULL = [
    [/./, /^extra_state$/],                        // the program's own
    [/set_attr$|^Attr_put$/, /^attribute_val$/],   // the program's own
    [/keyval|^Keyval/, /_fn$/],                    // MPI_COMM_NULL_COPY_FN and its like are null pointers in this ABI
    [/^Grequest_start$/, /_fn$/],                  // called at the end, if at all
    [/^Init/, /^arg[cv]$/],
    [/^I?[Ee]xscan/, /^recvbuf$/],                 // not significant at rank 0
    [/ddress$/, /^location$/],                     // MPI_BOTTOM
    [/^Free_mem$/, /^base$/],
    [/^Info_create_env$/, /^argv$/],
    [/^Session_get_nth_pset$/, /^pset_name$/],     // a null pointer if *pset_len is 0, as here
    [/^Info_get_string$/, /^value$/],              // if *buflen is 0, as here
    [/^Dist_graph_create/, /weights$/],            // no pointer of the standard's, but without one of MPICH's either
    [/^Type_get_contents/, /^array_of_(addresses|large_counts)$/], // the datatype has none
];
const LEFT_OUT = /^(Init|Init_thread|Finalize|Abort|Wtime|Wtick|Pcontrol|Aint_(add|diff)|Session_finalize|T_.*)$/;

const HANDLES = {
    MPI_Comm: 'MPI_COMM_SELF', MPI_Group: 'group', MPI_Datatype: 'MPI_INT', MPI_Op: 'MPI_SUM', MPI_Info: 'MPI_INFO_NULL',
    MPI_Win: 'win', MPI_File: 'file', MPI_Errhandler: 'MPI_ERRORS_RETURN', MPI_Request: 'MPI_REQUEST_NULL', MPI_Session: 'session',
};

function value(call, type, name) {
    if (/^MPI_Comm$/.test(type)) {
        if (/^Cart_(?!create|map)|eighbor_(?!s)/.test(call) && !/^Graph/.test(call)) return 'cart';
        if (/^Graph(_get|_neighbors|dims)/.test(call)) return 'graph';
        if (/^Dist_graph_neighbors/.test(call)) return 'dist';
    }
    if (type === 'MPI_Info' && /^Info/.test(call)) return 'info';
    if (type === 'MPI_Win' && /^Win_.*tach$/.test(call)) return 'dynamic';
    if (name === 'datatype' && /^Type_get_contents/.test(call)) return 'vector';
    if (/^(disp_unit|n|nnodes|ndims|count|.*count|rank_low|size|max.*|.*degree|partitions|incount|length|blocklength|nedges|order)$/.test(name)) {
        if (name === 'order') return 'MPI_ORDER_C';
        if (/^max_/.test(name)) return '8';
        if (name === 'maxcount') return '1';
        return name === 'size' && /^Pack|Unpack/.test(call) ? '64' : name === 'size' && /Win|attach/.test(call) ? '4' : '1';
    }
    if (/^(out|in)size$/.test(name)) return '64';
    if (name === 'valuelen') return '8';
    if (name === 'amode') return 'MPI_MODE_CREATE | MPI_MODE_RDWR';
    if (HANDLES[type]) return HANDLES[type];
    return '0';
}

// What a pointer points to, when it is not the one that is null.
function room(call, type, name, array) {
    if (/void/.test(type) || /function/.test(type)) return /function/.test(type) ? `(${type} *)function` : 'room';
    if (/char/.test(type)) return /external/.test(call) ? '"external32"' : 'text';
    if (/MPI_Message/.test(type)) return 'message';
    const full = `(${type} *)`;
    if (/MPI_Datatype/.test(type)) return `${full}types`;
    if (/MPI_Request/.test(type)) return `${full}requests`;
    if (array && /^(dims|array_of_(sizes|subsizes|gsizes|psizes|blocklengths)|\w*counts|degrees|indx|periods)$/.test(name))
        return /MPI_(Count|Aint)/.test(type) ? `${full}long_ones` : `${full}ones`;
    if (array && /distribs|dargs/.test(name)) return `${full}${/distribs/.test(name) ? 'distribs' : 'dargs'}`;
    return `${full}room`;
}

const prototypes = new Map();
for (const m of header.replace(/\/\*[^]*?\*\//g, '').matchAll(/\bint MPI_(\w+)\(([^()]*)\);/g))
    prototypes.set(m[1], m[2].split(',').map((a) => a.trim().replace(/\s+/g, ' ')));

console.log(`#include <mpi.h>
#include <stdio.h>
#include <string.h>
static long room[512];
static char text[4096];
static int ones[64], distribs[4], dargs[4];
static long long_ones[64];
static MPI_Datatype types[64];
static MPI_Request requests[64];
static void function(void) {}
static int wrong;
static MPI_Group group;
static MPI_Win win, dynamic;
static MPI_Message message[1];
static MPI_Request sent;
static MPI_File file;
static MPI_Info info;
static MPI_Session session;
static MPI_Comm cart, graph, dist;
static MPI_Datatype vector;
static void begin(void)
{
    memset(room, 0, sizeof room);
    memset(text, 0, sizeof text);
    strcpy(text, "native");
    for (int i = 0; i < 64; i++) {
        ones[i] = 1;
        long_ones[i] = 1;
        types[i] = MPI_INT;
        requests[i] = MPI_REQUEST_NULL;
    }
    distribs[0] = MPI_DISTRIBUTE_BLOCK;
    dargs[0] = MPI_DISTRIBUTE_DFLT_DARG;
}
static void judge(const char *what, int code)
{
    if (code != MPI_SUCCESS)
        return;
    wrong++;
    printf("%s: no error\\n", what);
    fflush(stdout);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    begin();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_SELF, &group);
    MPI_Win_create(room, sizeof room, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &dynamic);
    MPI_Win_set_errhandler(dynamic, MPI_ERRORS_RETURN);
    MPI_Isend(&wrong, 0, MPI_INT, 0, 0, MPI_COMM_SELF, &sent);
    MPI_Mprobe(0, 0, MPI_COMM_SELF, message, MPI_STATUS_IGNORE);
    MPI_File_open(MPI_COMM_SELF, "null.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Info_create(&info);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Cart_create(MPI_COMM_SELF, 1, ones, ones, 0, &cart);
    MPI_Graph_create(MPI_COMM_SELF, 1, ones, (int[]){0}, 0, &graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, (int[]){0}, ones, 1, (int[]){0}, ones, MPI_INFO_NULL, 0, &dist);
    MPI_Type_vector(1, 1, 1, MPI_INT, &vector);`);
let n = 0;
for (const call of supported.filter((c) => prototypes.has(c) && !LEFT_OUT.test(c))) {
    const parameters = prototypes.get(call).filter((p) => p !== 'void').map((p) => {
        const array = /\[/.test(p);
        const bare = p.replace(/\[.*/, '');
        const name = /(\w+)$/.exec(bare)[1];
        const pointer = array || /\*/.test(bare);
        return { name, pointer, array, type: bare.slice(0, -name.length).replace(/\*$/, '').replace(/\bconst\b/g, '').trim(), deep: p };
    });
    for (const [i, p] of parameters.entries()) {
        if (!p.pointer || MAY_BE_NULL.some(([c, a]) => c.test(call) && a.test(p.name))) continue;
        const args = parameters.map((q, j) => j === i ? '0' : !q.pointer ? value(call, q.type, q.name)
            : q.array && /\]\[/.test(q.deep) ? '(int (*)[3])room' : room(call, q.type, q.name, q.array));
        n++;
        console.log(`    begin();\n    judge("MPI_${call}: ${p.name}", MPI_${call}(${args.join(', ')}));`);
    }
}
console.log(`    printf("${n} null pointers, %d of them without an error\\n", wrong);
    return wrong > 0; /* and nothing is tidied up: the calls above may have changed anything */
}`);
