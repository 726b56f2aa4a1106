/* Dates and times (RFC 3339 section 5.6), leap seconds where they may come. */
#include <string.h>

#include "schema_private.h"

struct moment {
    int year, month, day;
    int hour, minute, second, offset; /* minutes east of Greenwich */
};

/* Reads exactly `digits` digits; -1 when they are not there. */
static int number(const char **at, size_t digits)
{
    int value = 0;

    if (strspn(*at, DIGITS) < digits)
        return -1;
    for (; digits; digits--, ++*at)
        value = value * 10 + (**at - '0');
    return value;
}

static bool skip(const char **at, const char *one_of)
{
    const bool found = **at && strchr(one_of, **at);

    *at += found ? 1 : 0;
    return found;
}

static int days_of(const struct moment *m)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const bool leap = m->year % 4 == 0 && (m->year % 100 != 0 || m->year % 400 == 0);

    return days[m->month - 1] + (m->month == 2 && leap ? 1 : 0);
}

static bool read_date(const char **at, struct moment *m)
{
    m->year = number(at, 4);
    m->month = m->year >= 0 && skip(at, "-") ? number(at, 2) : -1;
    m->day = m->month >= 1 && m->month <= 12 && skip(at, "-") ? number(at, 2) : -1;
    return m->day >= 1 && m->day <= days_of(m);
}

static bool read_offset(const char **at, struct moment *m)
{
    const int sign = **at == '-' ? -1 : 1;

    m->offset = 0;
    if (skip(at, "zZ"))
        return true;
    const int hours = skip(at, "+-") ? number(at, 2) : -1;
    const int minutes = hours >= 0 && hours < 24 && skip(at, ":") ? number(at, 2) : -1;

    m->offset = sign * (hours * 60 + minutes);
    return minutes >= 0 && minutes < 60;
}

static bool read_time(const char **at, struct moment *m)
{
    m->hour = number(at, 2);
    m->minute = m->hour >= 0 && m->hour < 24 && skip(at, ":") ? number(at, 2) : -1;
    m->second = m->minute >= 0 && m->minute < 60 && skip(at, ":") ? number(at, 2) : -1;
    if (m->second < 0 || m->second > 60 || (skip(at, ".") && !strspn(*at, DIGITS)))
        return false;
    *at += strspn(*at, DIGITS);
    if (!read_offset(at, m))
        return false;
    /* A leap second comes in the last minute of a day, as it is in Greenwich. */
    return m->second < 60 || (m->hour * 60 + m->minute - m->offset + 2880) % 1440 == 1439;
}

/*
 * Section 5.7: that day is the last of its month in Greenwich, where it is the day before when it
 * is past midnight to the east.
 */
static bool may_leap(const struct moment *m)
{
    const bool day_before = m->hour * 60 + m->minute < m->offset;

    return m->second < 60 || (day_before ? m->day == 1 : m->day == days_of(m));
}

enum { DATE = 1, TIME = 2 };

static bool is_moment(const char *text, int parts)
{
    struct moment m = { .month = 1, .day = 1 }; /* where no date is read */

    if ((parts & DATE && !read_date(&text, &m)) || (parts == (DATE | TIME) && !skip(&text, "tT")) ||
        (parts & TIME && !read_time(&text, &m)))
        return false;
    return !*text && (parts != (DATE | TIME) || may_leap(&m));
}

const struct format time_formats[] = {
    { "date-time", is_moment, DATE | TIME },
    { "date", is_moment, DATE },
    { "time", is_moment, TIME },
    { 0 },
};
