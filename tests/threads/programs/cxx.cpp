/* mazurka: -- right => verified
 * mazurka: -- wrong => deadlock
 * mazurka: -- scoped => verified; no data race
 *
 * std::thread, std::mutex, std::condition_variable, std::call_once, std::shared_mutex. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>
static std::mutex m, second;
static std::shared_mutex shared;
static std::condition_variable c;
static std::once_flag flag;
static bool ready;
static int made;
static void scoped()
{
    int n = 0;
    std::thread a([&] {
        std::scoped_lock both(m, second);
        n++;
    });
    std::thread b([&] {
        std::scoped_lock both(second, m);
        n++;
    });
    a.join();
    b.join();
    assert(n == 2);
}
int main(int argc, char **argv)
{
    if (std::string(argv[argc - 1]) == "scoped") {
        scoped();
        return 0;
    }
    bool wrong = std::string(argv[argc - 1]) == "wrong";
    std::vector<int> seen;
    std::thread a([&] {
        std::call_once(flag, [] { made++; });
        std::lock_guard<std::mutex> one(m);
        std::lock_guard<std::mutex> two(second);
        ready = true;
        seen.push_back(1);
        c.notify_one();
    });
    std::thread b([&] {
        std::call_once(flag, [] { made++; });
        { std::shared_lock<std::shared_mutex> reader(shared); }
        if (wrong) {
            std::lock_guard<std::mutex> two(second);
            std::lock_guard<std::mutex> one(m);
        }
        std::unique_lock<std::mutex> lock(m);
        c.wait(lock, [] { return ready; });
        seen.push_back(2);
    });
    a.join();
    b.join();
    assert(made == 1 && seen.size() == 2);
    return 0;
}
