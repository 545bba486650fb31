// mazurka: => verified
//
// C++: exceptions in a region, iterators, a user's reduction.
#include <cassert>
#include <stdexcept>
#include <vector>
#pragma omp declare reduction(join : std::vector<int> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))
int main()
{
    std::vector<int> v{3, 1, 2}, w;
    int caught = 0;
#pragma omp parallel for reduction(join : w)
    for (auto i = v.begin(); i < v.end(); ++i)
        w.push_back(*i);
    assert(w.size() == 3);
#pragma omp parallel reduction(+ : caught)
    try {
        throw std::runtime_error("one each");
    } catch (const std::exception &) {
        caught++;
    }
    assert(caught == 2);
    return 0;
}
