/* mazurka: -n 2 --executions 20 => incomplete */
/* cc: -pthread */
/* Threads of C++: join, futures, conditions with a timeout, exceptions that cross threads. */
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mpi.h>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static int fails()
{
    throw std::runtime_error("no");
}

int main()
{
    int level, rank, sum = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::mutex m;
    std::condition_variable cv;
    bool ready = false;
    std::atomic<int> n{0};
    std::vector<std::thread> all;
    for (int i = 0; i < 3; i++)
        all.emplace_back([&, i] {
            std::unique_lock<std::mutex> l(m);
            cv.wait(l, [&] { return ready; });
            sum += i;
            n++;
        });
    {
        std::lock_guard<std::mutex> l(m);
        ready = true;
    }
    cv.notify_all();
    for (auto &t : all)
        t.join();
    assert(sum == 3 && n == 3);
    auto later = std::async(std::launch::async, [] { return 42; });
    assert(later.get() == 42);
    auto bad = std::async(std::launch::async, fails);
    bool caught = false;
    try {
        bad.get();
    } catch (const std::runtime_error &) {
        caught = true;
    }
    assert(caught);
    std::unique_lock<std::mutex> l(m);
    bool woken = cv.wait_for(l, std::chrono::milliseconds(5), [] { return false; });
    assert(!woken);
    l.unlock();
    int left = 0;
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &left, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    assert(left == 1 - rank);
    MPI_Finalize();
}
