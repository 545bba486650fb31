/* Threads: two transfers between two accounts. Each locks the account that it takes from,
 * then the other one.
 *
 *     mazurka run ./bank */
#include <pthread.h>

static pthread_mutex_t account[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[2] = {100, 100};

static void *transfer(void *arg)
{
    int from = *(int *)arg, to = 1 - from;
    pthread_mutex_lock(&account[from]);
    pthread_mutex_lock(&account[to]);
    balance[from] -= 10;
    balance[to] += 10;
    pthread_mutex_unlock(&account[to]);
    pthread_mutex_unlock(&account[from]);
    return NULL;
}

int main(void)
{
    int zero = 0, one = 1;
    pthread_t first, second;
    pthread_create(&first, NULL, transfer, &zero);
    pthread_create(&second, NULL, transfer, &one);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
