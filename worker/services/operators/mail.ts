// What operators do with the outbox: see what waits and what was given up, send again, discard.

import type {
  ChosenMails,
  MailsChanged,
  OutboxMail,
  OutboxPage,
  OutboxQuery,
  OutboxSummary,
} from '../../contract/operators/mail.ts';
import { MAIL_PAGE } from '../../contract/operators/mail.ts';
import { boundsOf } from '../../contract/page.ts';
import {
  countGivenUp,
  discardStatement,
  findOutboxEntries,
  listOutbox,
  type OutboxEntry,
  outboxTime,
  resendStatement,
} from '../../db/operators/mail.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { readOutboxLine } from '../../db/outbox-queue.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { MAIL_CLAIM_MS, resendUntil } from '../../domain/mail-delivery.ts';
import { mailIsSetUp } from '../../mail/transport.ts';
import { alertTicksWaiting, type AlertBacklog } from '../alert-backlog.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { iso } from '../../domain/time.ts';

export async function pageOfOutbox(deps: Pick<Deps, 'db' | 'now'>, query: OutboxQuery): Promise<OutboxPage> {
  const { state, search } = query;
  const filter = { state, search, ...boundsOf(query) };
  const entries = await listOutbox(deps.db, filter, { after: query.cursor, limit: MAIL_PAGE + 1 });
  const now = deps.now();
  const { items, nextCursor } = pageOf(
    entries,
    MAIL_PAGE,
    (entry) => [outboxTime(entry), entry.id],
    (entry) => mailOf(entry, now),
  );
  return { mails: items, nextCursor };
}

export async function outboxSummary(
  deps: Pick<Deps, 'db' | 'env' | 'now'> & { readonly hub: AlertBacklog },
): Promise<OutboxSummary> {
  const [{ waiting, oldestAt }, dead, ticks] = await Promise.all([
    readOutboxLine(deps.db, deps.now()),
    countGivenUp(deps.db),
    alertTicksWaiting(deps),
  ]);
  return {
    setUp: mailIsSetUp(deps.env),
    waiting,
    oldestAt: oldestAt === null ? null : iso(oldestAt),
    dead,
    alertTicksWaiting: ticks,
  };
}

/** Sends again what was given up, and now what waits for later. */
export async function resendMails(deps: Deps, by: AuditActor, chosen: ChosenMails): Promise<MailsChanged> {
  const now = deps.now();
  const entries = await findOutboxEntries(deps.db, chosen.ids);
  const resends = entries.flatMap((entry) => {
    const until = resendUntil(entry, now);
    return until === null ? [] : [{ id: entry.id, until }];
  });
  const time = { now, claimedUntil: now + MAIL_CLAIM_MS };
  const changed = await change(deps, by, 'mail.retried', entries, resendStatement(deps.db, resends, time));
  if (changed > 0) deliverSoon(deps);
  return { changed, asked: chosen.ids.length };
}

export async function discardMails(deps: Deps, by: AuditActor, chosen: ChosenMails): Promise<MailsChanged> {
  const now = deps.now();
  const entries = await findOutboxEntries(deps.db, chosen.ids);
  const time = { now, claimedUntil: now + MAIL_CLAIM_MS };
  const statement = discardStatement(deps.db, chosen.ids, time);
  return { changed: await change(deps, by, 'mail.discarded', entries, statement), asked: chosen.ids.length };
}

/** The change and its line of the log; how many messages it changed. */
async function change(
  deps: Deps,
  by: AuditActor,
  action: AuditAction,
  entries: readonly OutboxEntry[],
  statement: D1PreparedStatement,
): Promise<number> {
  const [first] = entries;
  const event = {
    id: deps.newId(),
    at: deps.now(),
    by,
    action,
    ...(first !== undefined && entries.length === 1
      ? { subject: { kind: 'mail', id: first.id } as const, before: briefOf(first) }
      : { before: { mails: entries.map(({ id }) => id) } }),
  };
  const { results } = await commitAudited(deps.db, event, [statement], { ifChanged: true });
  return results[0]?.meta.changes ?? 0;
}

function briefOf({ userId, kind, state, attempts, lastError }: OutboxEntry) {
  return { customer: userId, kind, state, attempts, lastError };
}

function mailOf(entry: OutboxEntry, now: number): OutboxMail {
  const { id, kind, email, state, attempts, createdAt, updatedAt, nextAttemptAt, lastError } = entry;
  return {
    id,
    kind,
    email,
    state,
    attempts,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    nextAttemptAt: nextAttemptAt === null ? null : iso(nextAttemptAt),
    lastError,
    canResend: state !== 'sent' && resendUntil(entry, now) !== null,
  };
}
