/* mazurka: -n 3 => verified; 4 outcomes
 * mazurka: -n 3 -- throw => crash; nobody catches the exception std::runtime_error: the last was first
 *
 * Constructors, exceptions, thread_local, containers, streams, chrono, random_device:
 * each rank as if alone. */
#include <chrono>
#include <iostream>
#include <map>
#include <mazurka.h>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Global {
    std::vector<int> v;
    std::string s;
    Global() : s("a rather long string that is on the heap") { v.push_back(42); }
    ~Global() { mz_assert(v.size() >= 2); }
} global;

static std::map<int, int> &table()
{
    static std::map<int, int> m;
    return m;
}

thread_local int own = 3;
thread_local std::vector<int> own_list{1, 2, 3};

int main(int argc, char **)
{
    int me = mz_self(), n = mz_actors(), who = 0;
    mz_mailbox box = mz_mailbox_new("box");
    mz_assert(global.v.size() == 1 && table().empty());
    global.v.push_back(me);
    table()[me] = me;
    own += me;
    own_list.push_back(me);
    std::cout << "hello from " << me;
    std::random_device device;
    unsigned drawn = device();
    auto start = std::chrono::steady_clock::now();
    bool caught = false;
    try {
        if (me == 0)
            for (int i = 1; i < n; i++) {
                mz_recv(box, &who, sizeof who);
                global.v.push_back(who);
                if (who == n - 1 && i == 1)
                    throw std::runtime_error("the last was first");
            }
        else
            mz_isend(box, &me, sizeof me);
    } catch (std::exception &e) {
        caught = true;
        global.s = e.what();
        if (argc > 1)
            throw;
        for (int i = 2; i < n; i++)
            mz_recv(box, &who, sizeof who);
    }
    mz_assert(caught == (me == 0 && global.v[2] == n - 1));
    mz_assert(table().size() == 1 && own == 3 + me && own_list.size() == 4);
    std::ostringstream text;
    text << me << ' ' << 2.5;
    mz_assert(text.str() == std::to_string(me) + " 2.5");
    mz_assert(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
    auto p = std::make_shared<std::vector<double>>(100, 1.5);
    mz_assert(p->at(99) == 1.5 && drawn == drawn);
    if (me == 1) { /* a second race, for more orders */
        int x = 0;
        mz_isend(mz_mailbox_new("other"), &x, sizeof x);
    } else if (me == 2) {
        int x = 1;
        mz_isend(mz_mailbox_new("other"), &x, sizeof x);
    } else {
        int a, b;
        mz_recv(mz_mailbox_new("other"), &a, sizeof a);
        mz_recv(mz_mailbox_new("other"), &b, sizeof b);
        mz_assert(a + b == 1);
    }
    std::cout << ", and good bye" << std::endl;
    return 0;
}
