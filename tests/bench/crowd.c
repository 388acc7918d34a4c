/* SPDX-License-Identifier: MIT */
#include "crowd.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "talk.h"

/* Returns a port that is free now. */
static int free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || bind(descriptor, (const struct sockaddr *)&address, length) != 0 ||
        getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) {
        talk_give_up("no port", "of loopback is free");
    }
    close(descriptor);
    return ntohs(address.sin_port);
}

void crowd_begin(struct crowd *crowd, const char *program)
{
    char address[128], http[64];
    crowd->port = free_port();
    snprintf(http, sizeof http, "http:127.0.0.1:%d", crowd->port);
    snprintf(crowd->path, sizeof crowd->path, "crowd-%d.sock", (int)getpid());
    snprintf(address, sizeof address, "unix:%s", crowd->path);
    crowd->process = fork();
    if (crowd->process == 0) {
        execl(program, program, "--listen", http, "--listen", address, "--max-sessions-per-peer",
              "1024", (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 500 && access(crowd->path, F_OK) != 0; i++) {
        talk_pause_ms(20);
    }
    talk_pause_ms(100);
}

struct holdings crowd_holdings(const struct crowd *crowd)
{
    struct holdings found = {0, 0, -2}; /* the folder's entries "." and ".." are not descriptors */
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", (int)crowd->process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "VmRSS: %ld", &found.kib);
        sscanf(line, "Threads: %ld", &found.threads);
    }
    if (file) {
        fclose(file);
    }
    snprintf(path, sizeof path, "/proc/%d/fd", (int)crowd->process);
    DIR *folder = opendir(path);
    while (folder && readdir(folder)) {
        found.descriptors++;
    }
    if (folder) {
        closedir(folder);
    }
    return found;
}

long crowd_memory_kib(const struct crowd *crowd)
{
    return crowd_holdings(crowd).kib;
}

bool crowd_end(struct crowd *crowd)
{
    int status;
    kill(crowd->process, SIGTERM);
    return waitpid(crowd->process, &status, 0) == crowd->process && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}
