/* Data races and atomics of a program that is compiled as usual.
 *
 * mazurka: -- static => data-race: shared
 * mazurka: -- heap => data-race
 * mazurka: -- local => data-race
 * mazurka: -- copied => data-race
 * mazurka: -- late => data-race: data
 * mazurka: -- tree => data-race
 * mazurka: -- stops => verified; no data race
 * mazurka: -- {apart,locked,published,strings,printed,freed,joined} => verified; no data race
 * mazurka: -- added => verified; 2 outcomes; no data race
 * mazurka: -- lost => assertion: counted == 2
 * mazurka: -- lost-local => assertion: n == 2
 * mazurka: -- waits => verified; no data race
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static int shared, data, each[2];
static char text[100];
static std::atomic<int> flag, counted;
static std::mutex lock;
static std::map<std::string, int> tree;

template <class F, class G> static void both(F f, G g)
{
    std::thread a(f), b(g);
    a.join();
    b.join();
}

static void look(int value)
{
    __asm__ volatile("" : : "r"(value));
}

struct pair {
    int a, b;
};

static void insert(const char *key)
{
    std::lock_guard<std::mutex> hold(lock);
    tree[key]++;
}

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "static") {
        auto f = [] { shared = shared + 1; };
        both(f, f);
    } else if (what == "heap") {
        pair *p = new pair();
        auto f = [p] { p->b++; };
        both(f, f);
        delete p;
    } else if (what == "local") {
        int n = 0;
        std::thread a([&n] { n++; });
        n++;
        a.join();
    } else if (what == "copied") {
        both([] { memcpy(text, "a text that is longer than one vector register", 47); },
             [] { look(text[40]); });
    } else if (what == "late") {
        both([] { flag.store(1, std::memory_order_release), data = 42; },
             [] { look(flag.load(std::memory_order_acquire) ? data : 0); });
    } else if (what == "tree") {
        both([] { tree["x"]++; }, [] { tree["y"]++; });
    } else if (what == "stops") {
        int n = 0;
        auto f = [&n] {
            std::lock_guard<std::mutex> hold(lock);
            n++;
        };
        {
            std::jthread a(f), b(f);
        }
        assert(n == 2);
    } else if (what == "apart") {
        both([] { each[0]++; }, [] { each[1]++; });
    } else if (what == "locked") {
        int n = 0;
        auto f = [&n] {
            std::lock_guard<std::mutex> hold(lock);
            n++;
        };
        both(f, f);
        assert(n == 2);
    } else if (what == "published") {
        both([] { data = 42, flag.store(1, std::memory_order_release); },
             [] {
                 if (flag.load(std::memory_order_acquire))
                     assert(data == 42);
             });
    } else if (what == "strings") {
        both([] { insert("x"); }, [] { insert("a text that is not kept in place"); });
        assert(tree.size() == 2);
    } else if (what == "printed") {
        both([] { printf("one\n"); }, [] { printf("two\n"); });
    } else if (what == "freed") {
        auto p = std::make_shared<int>(5);
        std::thread a([p] { assert(*p == 5); });
        p.reset();
        a.join();
    } else if (what == "joined") {
        std::vector<int> n(2);
        both([&n] { n[0] = 1; }, [&n] { n[1] = 2; });
        assert(n[0] + n[1] == 3);
    } else if (what == "added") {
        auto f = [] { counted++; };
        both(f, f);
        assert(counted == 2);
    } else if (what == "lost") {
        auto f = [] { counted = counted + 1; };
        both(f, f);
        assert(counted == 2);
    } else if (what == "lost-local") {
        std::atomic<int> n{0};
        auto f = [&n] { n = n + 1; };
        both(f, f);
        assert(n == 2);
    } else if (what == "waits") {
        both([] { data = 1, flag = 1; },
             [] {
                 while (!flag)
                     ;
                 assert(data == 1);
             });
    }
}
