/* mazurka: => deadlock: main and OpenMP thread 1 wait for each other
 * mazurka: -- ordered => verified
 *
 * Two accounts, each with a lock, and transfers in both directions at a time.
 * ordered: the account with the smaller number is locked first.
 *
 *     gcc -g -fopenmp transfer.c -o transfer
 *     mazurka run ./transfer */
#include <assert.h>
#include <omp.h>

static struct {
    omp_lock_t lock;
    int money;
} account[2];

static void transfer(int from, int to, int money, int ordered)
{
    int first = ordered && to < from ? to : from, second = from + to - first;
    omp_set_lock(&account[first].lock);
    omp_set_lock(&account[second].lock);
    account[from].money -= money;
    account[to].money += money;
    omp_unset_lock(&account[second].lock);
    omp_unset_lock(&account[first].lock);
}

int main(int argc, char **argv)
{
    int ordered = argc > 1;
    (void)argv;
    for (int i = 0; i < 2; i++) {
        omp_init_lock(&account[i].lock);
        account[i].money = 100;
    }
#pragma omp parallel sections
    {
#pragma omp section
        transfer(0, 1, 30, ordered);
#pragma omp section
        transfer(1, 0, 10, ordered);
    }
    assert(account[0].money == 80 && account[1].money == 120);
    for (int i = 0; i < 2; i++)
        omp_destroy_lock(&account[i].lock);
    return 0;
}
