/* SPDX-License-Identifier: Apache-2.0
 *
 * cxx.cpp - behaviours in C++: containers, streams, exceptions. The libraries keep
 * state of their own for these, some of it among the program's variables (std::cout), and
 * none of that is the program's fault. With an argument, an exception is not caught. */
#include <iostream>
#include <map>
#include <mazurka_actor.h>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

struct counter {
    int n;
};

static const std::vector<std::string> words = {"zero", "one", "two"};

static void count(void *state, const mz_message *m)
{
    counter *s = static_cast<counter *>(state);
    std::map<std::string, unsigned> seen;
    std::random_device device;
    for (const std::string &word : words)
        seen[word] = device();
    std::cout << words[static_cast<size_t>(s->n)] << ' ' << seen["one"] << std::endl;
    try {
        if (m->type == 1)
            throw std::runtime_error("one");
    } catch (const std::exception &e) {
        std::cout << e.what() << '\n';
    }
    s->n++;
    if (m->type == 2)
        throw 2;
}

static void setup(int argc, char **)
{
    counter zero{0};
    mz_ref a = mz_spawn("counter", count, &zero, sizeof zero);
    std::cout << "setup\n";
    for (int i = 0; i < (argc > 1 ? 3 : 2); i++)
        mz_tell(a, i, nullptr, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
