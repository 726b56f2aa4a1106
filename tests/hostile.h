#ifndef CFNC_HOSTILE_H
#define CFNC_HOSTILE_H

#include <arpa/inet.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/*
 * A server on 127.0.0.1 that plays a script, in a thread of its own, to one
 * client. Nothing in it waits for a time to pass, but it gives up on a client
 * that has been silent for ten seconds. In a header, because two tests use it.
 */
enum deed {
    END,     /* of the script */
    ACCEPT,  /* the next connection */
    RECEIVE, /* a whole request */
    SEND,    /* `bytes` */
    REPEAT,  /* `bytes`, until the client has had enough */
    STALL,   /* until the client goes away */
    AWAIT,   /* until `go` is posted */
    ALARM,   /* the process gets SIGALRM */
    CLOSE,
    RESET
};

struct act {
    enum deed deed;
    const char *bytes;
};

struct hostile {
    const struct act *script;
    int listener, connection;
    unsigned port, connections, requests;
    char request[4096]; /* the head of the last one */
    sem_t go, closed;
    pthread_t thread;
    char url[64];
};

static inline void hostile_send(const struct hostile *server, const char *bytes, bool forever)
{
    const size_t length = strlen(bytes);

    while (send(server->connection, bytes, length, MSG_NOSIGNAL) > 0 && forever)
        ;
}

static inline void hostile_stall(const struct hostile *server)
{
    char bytes[4096];

    while (recv(server->connection, bytes, sizeof(bytes), 0) > 0)
        ;
}

static inline void hostile_receive(struct hostile *server)
{
    const size_t room = sizeof(server->request) - 1;
    size_t length = 0;
    const char *end = NULL, *declared;

    memset(server->request, 0, sizeof(server->request));
    while (!end && length < room) {
        const ssize_t got = recv(server->connection, server->request + length, room - length, 0);

        if (got <= 0)
            return;
        length += (size_t)got;
        end = strstr(server->request, "\r\n\r\n");
    }
    server->requests++;
    declared = strstr(server->request, "Content-Length: ");
    if (!end || !declared)
        return;
    const size_t here = length - (size_t)(end + 4 - server->request);
    long missing = strtol(declared + 16, NULL, 10) - (long)here;
    while (missing > 0) {
        char bytes[4096];
        const ssize_t got = recv(server->connection, bytes, sizeof(bytes), 0);

        if (got <= 0)
            return;
        missing -= (long)got;
    }
}

static inline void hostile_close(struct hostile *server, bool reset)
{
    const struct linger now = { .l_onoff = 1 };

    if (server->connection < 0)
        return;
    if (reset)
        setsockopt(server->connection, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    close(server->connection);
    server->connection = -1;
    sem_post(&server->closed);
}

static inline void hostile_accept(struct hostile *server)
{
    const struct timeval patience = { .tv_sec = 10 };

    hostile_close(server, false);
    server->connection = accept(server->listener, NULL, NULL);
    if (server->connection >= 0)
        server->connections++;
    setsockopt(server->connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(server->connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

static inline void *hostile_play(void *context)
{
    struct hostile *server = context;

    for (const struct act *act = server->script; act->deed != END; act++) {
        if (act->deed == ACCEPT)
            hostile_accept(server);
        else if (act->deed == RECEIVE)
            hostile_receive(server);
        else if (act->deed == SEND || act->deed == REPEAT)
            hostile_send(server, act->bytes, act->deed == REPEAT);
        else if (act->deed == STALL)
            hostile_stall(server);
        else if (act->deed == AWAIT)
            sem_wait(&server->go);
        else if (act->deed == ALARM)
            kill(getpid(), SIGALRM);
        else
            hostile_close(server, act->deed == RESET);
    }
    hostile_close(server, false);
    return NULL;
}

static inline void hostile_start(struct hostile *server, const struct act *script)
{
    const struct timeval patience = { .tv_sec = 10 };
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof(address);
    sigset_t all, before;

    *server = (struct hostile){ .script = script, .connection = -1 };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(server->listener, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (bind(server->listener, (const struct sockaddr *)&address, length) < 0 ||
        listen(server->listener, 4) < 0 ||
        getsockname(server->listener, (struct sockaddr *)&address, &length) < 0)
        abort();
    server->port = ntohs(address.sin_port);
    snprintf(server->url, sizeof(server->url), "http://127.0.0.1:%u", server->port);
    sem_init(&server->go, 0, 0);
    sem_init(&server->closed, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the client */
    if (pthread_create(&server->thread, NULL, hostile_play, server) != 0)
        abort();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Waits for the end of the script. */
static inline void hostile_stop(struct hostile *server)
{
    pthread_join(server->thread, NULL);
    close(server->listener);
    sem_destroy(&server->go);
    sem_destroy(&server->closed);
}

#endif
