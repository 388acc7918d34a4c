/* SPDX-License-Identifier: MIT */
#include "output.h"

void output_say(struct output *output, const struct event *event)
{
    output->refused |= event->kind == EVENT_ERROR || event->kind == EVENT_UNKNOWN;
    watchers_see_event(&output->watchers, event);
    output->dialect->format_event(&output->state, event, output->lines);
}

void output_text(struct output *output, enum event_kind kind, const char *text)
{
    output_say(output, &(struct event){.kind = kind, .text = text});
}

void output_kind(struct output *output, enum event_kind kind)
{
    output_say(output, &(struct event){.kind = kind});
}

void output_refuse(struct output *output, enum event_kind kind, const char *text)
{
    output->state = output->before;
    output_text(output, kind, text);
}
