/* mazurka: => verified; 2 outcomes; no data race
 * not explored: another order in which threads use files
 *
 * Threads write to a file that main has opened, one after the other. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *name)
{
    pthread_mutex_lock(&lock);
    assert(fprintf(log_file, "%s\n", (char *)name) > 0);
    assert(!fflush(log_file));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    char line[20];
    int lines = 0;
    log_file = fopen("log.txt", "w");
    assert(log_file);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, writes, i ? "one" : "other");
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(!fclose(log_file));
    log_file = fopen("log.txt", "r");
    while (fgets(line, sizeof line, log_file))
        lines++;
    assert(lines == 2);
    return fclose(log_file);
}
