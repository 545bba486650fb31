/* mazurka: -- latch => verified
 * mazurka: -- barrier => verified
 * mazurka: -- semaphore => verified
 * mazurka: -- notify => verified
 * mazurka: -- forgets => deadlock
 * cc: -fsanitize=thread
 *
 * C++20: what waits by futexes that the program calls itself. */
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <string>
#include <thread>

int main(int argc, char **argv)
{
    std::string what = argc > 1 ? argv[1] : "latch";
    int data = 0;
    std::latch latch(1);
    std::barrier barrier(2);
    std::binary_semaphore semaphore(0);
    std::atomic<int> flag(0);
    std::thread t([&] {
        data = 1;
        if (what == "latch")
            latch.count_down();
        else if (what == "barrier")
            barrier.arrive_and_wait();
        else if (what == "semaphore")
            semaphore.release();
        else {
            flag.store(1);
            if (what == "notify")
                flag.notify_one();
        }
    });
    if (what == "latch")
        latch.wait();
    else if (what == "barrier")
        barrier.arrive_and_wait();
    else if (what == "semaphore")
        semaphore.acquire();
    else
        flag.wait(0);
    assert(data == 1);
    t.join();
    return 0;
}
