/* A random bot in C, written after protocol/README.md: ./bot HOST PORT GAME MATCHES

   It reads no more JSON than it needs: fields of the message itself, one level deep. */

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static FILE *out;

/* Where a JSON value ends that begins here. */
static const char *end_of(const char *at) {
    int depth = 0, is_text = 0;
    for (; *at != '\0'; at++) {
        if (is_text) {
            if (*at == '\\' && at[1] != '\0') at++;
            else if (*at == '"') is_text = 0;
        } else if (*at == '"') {
            is_text = 1;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth-- == 0) return at;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

/* The value of a field of the object in `line`, without quotes; an empty text where there is none. */
static const char *field(const char *line, const char *name, char *value, size_t size) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\"", name);
    value[0] = '\0';
    const char *at = strchr(line, '{');
    while (at != NULL && (*at == '{' || *at == ',')) {
        at += 1 + strspn(at + 1, " \t");
        const char *end = end_of(at), *colon = at;
        while (colon < end && *colon != ':') colon++; /* no key that we look for has one inside */
        if (colon < end && strncmp(at, key, strlen(key)) == 0) {
            const char *from = colon + 1 + strspn(colon + 1, " \t");
            const int is_text = *from == '"';
            size_t length = (size_t)(end - from) - (is_text ? 2 : 0);
            if (length >= size) length = size - 1;
            memcpy(value, from + is_text, length);
            value[length] = '\0';
            return value;
        }
        at = end;
    }
    return value;
}

static int connect_to(const char *host, const char *port) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(host, port, &hints, &found) != 0) return -1;
    int server = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    if (server >= 0 && connect(server, found->ai_addr, found->ai_addrlen) != 0) {
        close(server);
        server = -1;
    }
    freeaddrinfo(found);
    return server;
}

static void seek(const char *game) {
    fprintf(out, "{\"type\":\"seek\",\"game\":\"%s\"}\n", game);
    fflush(out);
}

int main(int argc, char **argv) {
    if (argc != 5) return fprintf(stderr, "usage: bot HOST PORT GAME MATCHES\n"), 2;
    const int server = connect_to(argv[1], argv[2]);
    if (server < 0) return perror("cannot connect"), 1;
    FILE *in = fdopen(server, "r");
    out = fdopen(dup(server), "w");
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    fprintf(out, "{\"type\":\"hello\",\"proto\":[1],\"auth\":{\"kind\":\"guest\",\"name\":\"c\"}}\n");
    seek(argv[3]);
    int left = atoi(argv[4]), seat = 0;
    char *line = NULL, type[64], match_id[64], decision[32], text[256];
    size_t room = 0;
    while (left > 0 && getline(&line, &room, in) > 0) {
        field(line, "type", type, sizeof type); /* an empty line has none: the server is alive */
        if (strcmp(type, "match_start") == 0) {
            seat = atoi(field(line, "seat", text, sizeof text));
        } else if (strcmp(type, "your_turn") == 0) {
            field(line, "match_id", match_id, sizeof match_id);
            field(line, "decision", decision, sizeof decision);
            const long n = atol(field(line, "n", text, sizeof text));
            fprintf(out, "{\"type\":\"act\",\"match_id\":\"%s\",\"decision\":%s,\"index\":%ld}\n", match_id, decision,
                    rand() % n);
            fflush(out);
        } else if (strcmp(type, "match_over") == 0) {
            const char *place = field(line, "places", text, sizeof text) + 1;
            for (int passed = 0; passed < seat; passed++) place = strchr(place, ',') + 1;
            printf("%s: place %d\n", field(line, "reason", match_id, sizeof match_id), atoi(place));
            if (--left > 0) seek(argv[3]);
        } else if (strcmp(type, "error") == 0 || strcmp(type, "bye") == 0) {
            fputs(line, stderr);
        }
    }
    free(line);
    return left;
}
