/* Whether a host is this machine, as far as its name or address says. */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "http_private.h"

bool http_host_is_loopback(const char *host)
{
    const size_t length = strlen(host);
    char inner[INET6_ADDRSTRLEN];
    struct in_addr v4;
    struct in6_addr v6;

    if (strcasecmp(host, "localhost") == 0)
        return true;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == 127;
    if (length < 3 || length > sizeof(inner) || host[0] != '[')
        return false;
    memcpy(inner, host + 1, length - 2);
    inner[length - 2] = '\0';
    return inet_pton(AF_INET6, inner, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}
