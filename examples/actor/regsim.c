/* SPDX-License-Identifier: Apache-2.0
 *
 * regsim.c - clients that register with a server.
 *
 * Each client is started and then registers; the server gets their registrations in
 * any of n! orders: 720 classes for 6 clients. With more than one level, the clients
 * are in groups with a server each, which registers with the main one when its group
 * is complete: 3 groups of 3 have (3!)^3 times 3! = 1296 classes.
 *
 *     ./regsim [clients]              default 6
 *     ./regsim groups clients         two levels */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 16 };
enum { START, REGISTER };
static const char *const names[] = {"start", "register"};

struct server {
    mz_ref above; /* MZ_NOBODY: the main server */
    int expected, n;
    mz_ref entry[MOST];
};

static void server(void *state, const struct mz_message *m)
{
    struct server *s = state;
    for (int i = 0; i < s->n; i++)
        mz_assert(s->entry[i] != m->from); /* nobody twice */
    s->entry[s->n++] = m->from;
    if (s->n == s->expected && s->above)
        mz_tell(s->above, REGISTER, NULL, 0);
}

struct client {
    mz_ref server;
};

static void client(void *state, const struct mz_message *m)
{
    struct client *c = state;
    (void)m;
    mz_tell(c->server, REGISTER, NULL, 0);
}

static mz_ref main_server;

static int complete(void)
{
    const struct server *s = mz_peek(main_server);
    return s->n == s->expected;
}

static void add_clients(mz_ref to, int n)
{
    struct client c = {to};
    for (int i = 0; i < n; i++)
        mz_tell(mz_spawn("client", client, &c, sizeof c), START, NULL, 0);
}

static void setup(int argc, char **argv)
{
    int groups = argc > 2 ? atoi(argv[1]) : 0;
    int clients = argc > 1 ? atoi(argv[argc - 1]) : 6;
    clients = clients > MOST ? MOST : clients;
    groups = groups > MOST ? MOST : groups;
    struct server s = {.expected = groups ? groups : clients};
    main_server = mz_spawn("server", server, &s, sizeof s);
    mz_type_names(names, 2);
    mz_goal("everybody is registered", complete);
    if (!groups)
        add_clients(main_server, clients);
    for (int g = 0; g < groups; g++) {
        struct server sub = {.above = main_server, .expected = clients};
        add_clients(mz_spawn("group", server, &sub, sizeof sub), clients);
    }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
