/* mazurka: => verified
 * mazurka: -- wrong => deadlock
 *
 * A barber sleeps until a customer comes; customers go away if no chair is free. In the wrong shop the customer looks for a free chair, and sits
 * down, without the lock that keeps others out until the barber is told: it forgets to give the lock back when it goes away. */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

enum { CUSTOMERS = 2, CHAIRS = 1 };

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static sem_t customers, barber_ready;
static int waiting, to_come = CUSTOMERS;
static bool wrong;

static void *barber(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&shop);
        bool over = !waiting && !to_come;
        pthread_mutex_unlock(&shop);
        if (over)
            return unused;
        sem_wait(&customers);
        pthread_mutex_lock(&shop);
        if (waiting) {
            waiting--;
            sem_post(&barber_ready);
        }
        pthread_mutex_unlock(&shop);
    }
}

static void *customer(void *unused)
{
    pthread_mutex_lock(&shop);
    to_come--;
    bool stays = waiting < CHAIRS;
    waiting += stays;
    sem_post(&customers); /* who goes away rings as well, so that the barber sees the end of the day */
    if (!stays && wrong)
        return unused;
    pthread_mutex_unlock(&shop);
    if (stays)
        sem_wait(&barber_ready);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t b, c[CUSTOMERS];
    wrong = argc > 1 && argv;
    sem_init(&customers, 0, 0);
    sem_init(&barber_ready, 0, 0);
    pthread_create(&b, NULL, barber, NULL);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&c[i], NULL, customer, NULL);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_join(c[i], NULL);
    pthread_join(b, NULL);
    return 0;
}
