/* mazurka: -- right => verified
 * mazurka: -- wrong => deadlock
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
int main(int argc, char **argv)
{
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
