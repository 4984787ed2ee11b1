// Health of the platform: the database, the price hub, the books, the outbox and the alerts. Details are for operators only.

import { lastLedgerCheck, type LedgerCheck } from '../db/ledger-check.ts';
import { readOutboxLine } from '../db/outbox-queue.ts';
import type { PriceSnapshot } from '../contract/prices.ts';
import { MAIL_LAG_MS } from '../domain/mail-delivery.ts';
import { ALERT_BACKLOG_MAX } from '../domain/alerts.ts';
import { mailIsSetUp } from '../mail/transport.ts';
import { type AlertBacklog, alertTicksWaiting } from './alert-backlog.ts';
import type { MoneyDeps } from './price-source.ts';
import { runLedgerCheck } from './reconcile.ts';
import { DAY_MS, iso } from '../domain/time.ts';

export type DeepHealth = {
  readonly status: 'ok' | 'degraded';
  readonly at: string;
  readonly database: { readonly ok: boolean };
  readonly hub: {
    readonly ok: boolean;
    readonly seq: number | null;
    readonly asOf: string | null;
    readonly ageMs: number | null;
    readonly quotable: boolean;
    readonly reason: string | null;
  };
  /** The last ledger check; null before the first one. `findings` only with the operators' token. */
  readonly ledger: {
    readonly ok: boolean;
    readonly ranAt: string;
    readonly tookMs: number;
    readonly counts?: LedgerCheck['counts'];
    readonly findings?: LedgerCheck['findings'];
  } | null;
  readonly mail: MailHealth;
  readonly alerts: AlertsHealth;
};

type AlertsHealth = {
  readonly ok: boolean;
  /** Accepted prices that alerts have not been judged by yet: only with the operators' token. */
  readonly ticksWaiting?: number | null;
};

/** Unknown figures are null: a queue that could not be read is not an empty one. */
type MailHealth = {
  readonly ok: boolean;
  /** Whether messages can be sent here at all; until then they wait. */
  readonly setUp: boolean;
  /** How long the oldest message has been waiting: the outbox lag. */
  readonly lagMs: number | null;
  /** How many wait and how many were abandoned: only with the operators' token. */
  readonly waiting?: number;
  readonly givenUpLastDay?: number;
};

/** With `full` the ledger check runs now and its findings are in the reply. */
export async function deepHealth(
  deps: Pick<MoneyDeps, 'env' | 'db' | 'hub' | 'now'> & { readonly hub: AlertBacklog },
  full: boolean,
): Promise<DeepHealth> {
  const now = deps.now();
  const [hub, books, mail, alerts] = await Promise.all([
    hubHealth(deps, now),
    booksHealth(deps, now, full),
    mailHealth(deps, now, full),
    alertsHealth(deps, full),
  ]);
  const sound = books.database.ok && hub.ok && (books.ledger?.ok ?? true) && mail.ok && alerts.ok;
  return {
    status: sound ? 'ok' : 'degraded',
    at: iso(now),
    database: books.database,
    hub,
    ledger: books.ledger,
    mail,
    alerts,
  };
}

/** A customer without the reset link cannot report it: unsent e-mail is a fault. */
async function mailHealth(
  deps: Pick<MoneyDeps, 'env' | 'db'>,
  now: number,
  full: boolean,
): Promise<MailHealth> {
  const setUp = mailIsSetUp(deps.env);
  try {
    const { waiting, oldestAt, givenUpLately } = await readOutboxLine(deps.db, now, now - DAY_MS);
    const lagMs = oldestAt === null ? 0 : Math.max(0, now - oldestAt);
    const counts = full ? { waiting, givenUpLastDay: givenUpLately } : {};
    return { ok: setUp && lagMs <= MAIL_LAG_MS, setUp, lagMs, ...counts };
  } catch (error) {
    console.error(JSON.stringify({ event: 'outbox-unreadable', error: String(error) }));
    return { ok: false, setUp, lagMs: null };
  }
}

/** A long queue means that customers are not notified of prices that their alerts promise. */
async function alertsHealth(deps: { readonly hub: AlertBacklog }, full: boolean): Promise<AlertsHealth> {
  const ticksWaiting = await alertTicksWaiting(deps);
  const ok = ticksWaiting !== null && ticksWaiting <= ALERT_BACKLOG_MAX;
  return { ok, ...(full ? { ticksWaiting } : {}) };
}

async function hubHealth(deps: Pick<MoneyDeps, 'hub'>, now: number): Promise<DeepHealth['hub']> {
  let snapshot: PriceSnapshot;
  try {
    snapshot = await deps.hub.snapshot();
  } catch (error) {
    console.error(JSON.stringify({ event: 'hub-unreachable', error: String(error) }));
    return { ok: false, seq: null, asOf: null, ageMs: null, quotable: false, reason: null };
  }
  const { seq, asOf, source } = snapshot;
  const ageMs = asOf === null ? null : Math.max(0, now - Date.parse(asOf));
  // A closed market or a pause is no fault; prices that should flow and do not are one.
  const ok = source.quotable || source.reason === 'closed' || source.reason === 'paused';
  return { ok, seq, asOf, ageMs, quotable: source.quotable, reason: source.reason };
}

async function booksHealth(
  deps: Pick<MoneyDeps, 'db'>,
  now: number,
  full: boolean,
): Promise<Pick<DeepHealth, 'database' | 'ledger'>> {
  try {
    const check = full ? await runLedgerCheck(deps.db, now) : await lastLedgerCheck(deps.db);
    if (check === null) return { database: { ok: true }, ledger: null };
    const { ok, tookMs, counts, findings } = check;
    const ranAt = iso(check.ranAt);
    return {
      database: { ok: true },
      ledger: { ok, ranAt, tookMs, ...(full ? { counts, findings } : {}) },
    };
  } catch (error) {
    console.error(JSON.stringify({ event: 'database-unreachable', error: String(error) }));
    return { database: { ok: false }, ledger: null };
  }
}
