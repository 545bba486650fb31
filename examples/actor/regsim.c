/* SPDX-License-Identifier: Apache-2.0
 *
 * regsim.c - server registration, simulated.
 *
 * A master registers with a server and starts clients, each of which registers when it
 * is started. The server gets the registrations in any of n! orders: 720 classes for
 * the master and 5 clients. With two levels there are groups with a server and a master
 * each; a group's server registers with the main one when its group is complete: 3
 * groups of 3 have (3!)^3 times 3! = 1296 classes.
 *
 *     mazurka run regsim [clients]              default 5
 *     mazurka run regsim groups clients         two levels, for example 3 2 */
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

/* The master of a group: the server, and how many clients to start. */
struct master {
    mz_ref server;
    int clients;
};

static void master(void *state, const struct mz_message *m)
{
    struct master *s = state;
    struct client c = {s->server};
    (void)m;
    mz_tell(s->server, REGISTER, NULL, 0);
    for (int i = 0; i < s->clients; i++)
        mz_tell(mz_spawn("client", client, &c, sizeof c), START, NULL, 0);
}

static void add_group(mz_ref to, int clients)
{
    struct master s = {to, clients};
    mz_tell(mz_spawn("master", master, &s, sizeof s), START, NULL, 0);
}

static void setup(int argc, char **argv)
{
    int groups = argc > 2 ? atoi(argv[1]) : 0;
    int clients = argc > 1 ? atoi(argv[argc - 1]) : 5;
    clients = clients > MOST - 1 ? MOST - 1 : clients;
    groups = groups > MOST ? MOST : groups;
    struct server s = {.expected = groups ? groups : clients + 1};
    main_server = mz_spawn("server", server, &s, sizeof s);
    mz_type_names(names, 2);
    mz_goal("everybody is registered", complete);
    if (!groups)
        add_group(main_server, clients);
    for (int g = 0; g < groups; g++) {
        struct server sub = {.above = main_server, .expected = clients + 1};
        add_group(mz_spawn("group", server, &sub, sizeof sub), clients);
    }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
