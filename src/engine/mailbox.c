/* SPDX-License-Identifier: MIT */
#include "mailbox.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void mailbox_init(struct mailbox *mailbox, void (*wake)(void *context), void *wake_context)
{
    pthread_mutex_init(&mailbox->lock, NULL);
    pthread_cond_init(&mailbox->room, NULL);
    mailbox->first = mailbox->count = 0;
    mailbox->closed = false;
    atomic_init(&mailbox->has_end, false);
    mailbox->size = MAILBOX_LEAST_ROOM;
    mailbox->ring = mailbox->least;
    mailbox->wake = wake;
    mailbox->wake_context = wake_context;
}

bool mailbox_is_small(const struct mailbox *mailbox)
{
    return mailbox->ring == mailbox->least;
}

bool mailbox_grow(struct mailbox *mailbox)
{
    assert(mailbox_is_small(mailbox) && mailbox->count == 0);
    struct engine_event *ring = malloc(MAILBOX_ROOM * sizeof *ring);
    if (ring) {
        /* The system allocates these pages now, not while the end of a search is awaited. */
        memset(ring, 0, MAILBOX_LEAST_ROOM * sizeof *ring);
        mailbox->ring = ring;
        mailbox->size = MAILBOX_ROOM;
        mailbox->first = 0;
    }
    return ring != NULL;
}

void mailbox_finish(struct mailbox *mailbox)
{
    if (mailbox->ring != mailbox->least) {
        free(mailbox->ring);
    }
    pthread_cond_destroy(&mailbox->room);
    pthread_mutex_destroy(&mailbox->lock);
}

static struct engine_event *at(struct mailbox *mailbox, int place)
{
    return &mailbox->ring[(mailbox->first + place) % mailbox->size];
}

/* Removes the oldest report that is not final from a full ring; false if there is none. */
static bool drop_report(struct mailbox *mailbox)
{
    for (int i = 0; i < mailbox->count; i++) {
        if (at(mailbox, i)->kind == ENGINE_REPORT && !at(mailbox, i)->final) {
            for (int k = i; k + 1 < mailbox->count; k++) {
                *at(mailbox, k) = *at(mailbox, k + 1);
            }
            mailbox->count--;
            return true;
        }
    }
    return false;
}

void mailbox_put(struct mailbox *mailbox, const struct engine_event *event)
{
    pthread_mutex_lock(&mailbox->lock);
    while (mailbox->count == mailbox->size && !mailbox->closed && !drop_report(mailbox)) {
        pthread_cond_wait(&mailbox->room, &mailbox->lock);
    }
    if (!mailbox->closed) {
        *at(mailbox, mailbox->count++) = *event;
        if (event->kind == ENGINE_END) {
            atomic_store(&mailbox->has_end, true);
        }
    }
    pthread_mutex_unlock(&mailbox->lock);
}

void mailbox_post(struct mailbox *mailbox, const struct engine_event *event)
{
    mailbox_put(mailbox, event);
    mailbox->wake(mailbox->wake_context);
}

void mailbox_post_report(void *mailbox, const struct search_report *report)
{
    mailbox_post(mailbox, &(struct engine_event){.kind = ENGINE_REPORT, .report = *report});
}

void mailbox_post_text(struct mailbox *mailbox, enum engine_event_kind kind,
                       const struct error *text)
{
    mailbox_post(mailbox, &(struct engine_event){.kind = kind, .failure = *text});
}

void mailbox_post_end(struct mailbox *mailbox)
{
    mailbox_post(mailbox, &(struct engine_event){.kind = ENGINE_END});
}

bool mailbox_next(struct mailbox *mailbox, struct engine_event *event)
{
    pthread_mutex_lock(&mailbox->lock);
    bool any = mailbox->count > 0;
    if (any) {
        *event = *at(mailbox, 0);
        mailbox->count--;
        /* An empty ring begins at its front, whose memory is in the cache. */
        mailbox->first = mailbox->count > 0 ? (mailbox->first + 1) % mailbox->size : 0;
        if (event->kind == ENGINE_END) {
            atomic_store(&mailbox->has_end, false);
        }
        pthread_cond_signal(&mailbox->room);
    }
    pthread_mutex_unlock(&mailbox->lock);
    return any;
}

void mailbox_close(struct mailbox *mailbox)
{
    pthread_mutex_lock(&mailbox->lock);
    mailbox->closed = true;
    mailbox->count = 0;
    pthread_cond_broadcast(&mailbox->room);
    pthread_mutex_unlock(&mailbox->lock);
}
