// Health of the platform: the database, the price hub, the books, the outbox, the alerts and the vault. Everybody is told whether all of it
// is well; what is not, only the holder of the operators' token.

import { lastLedgerCheck, type LedgerCheck } from '../db/ledger-check.ts';
import { readOutboxLine } from '../db/outbox-queue.ts';
import { readStock, type StockRow } from '../db/stock.ts';
import type { PriceSnapshot } from '../contract/prices.ts';
import { MAIL_LAG_MS } from '../domain/mail-delivery.ts';
import { ALERT_BACKLOG_MAX } from '../domain/alerts.ts';
import { mailIsSetUp } from '../mail/transport.ts';
import { type AlertBacklog, alertTicksWaiting } from './alert-backlog.ts';
import type { MoneyDeps } from './price-source.ts';
import { runLedgerCheck } from './reconcile.ts';
import { DAY_MS, iso } from '../domain/time.ts';
import { logLine } from '../telemetry/log.ts';

export type PublicHealth = {
  readonly status: 'ok' | 'degraded';
  readonly at: string;
};

/** Only with the operators' token. */
export type DeepHealth = PublicHealth & {
  readonly database: { readonly ok: boolean };
  readonly hub: {
    readonly ok: boolean;
    readonly seq: number | null;
    readonly asOf: string | null;
    readonly ageMs: number | null;
    readonly quotable: boolean;
    readonly reason: string | null;
  };
  /** The ledger check that was just run; null where the database did not answer. */
  readonly ledger: {
    readonly ok: boolean;
    readonly ranAt: string;
    readonly tookMs: number;
    readonly counts: LedgerCheck['counts'];
    readonly findings: LedgerCheck['findings'];
  } | null;
  readonly mail: MailHealth;
  readonly alerts: AlertsHealth;
  readonly stock: StockHealth;
};

/** An empty vault sells nothing, which is no fault; customers' metal that no bar covers is one. */
type StockHealth = { readonly ok: boolean; readonly metals: readonly StockRow[] | null };

type AlertsHealth = {
  readonly ok: boolean;
  /** Accepted prices that alerts have not been judged by yet. */
  readonly ticksWaiting: number | null;
};

/** Unknown figures are null: a queue that could not be read is not an empty one. */
type MailHealth = {
  readonly ok: boolean;
  /** Whether messages can be sent here at all; until then they wait. */
  readonly setUp: boolean;
  /** How long the oldest message has been waiting: the outbox lag. */
  readonly lagMs: number | null;
  readonly waiting: number | null;
  /** How many were abandoned. */
  readonly givenUpLastDay: number | null;
};

type HealthDeps = Pick<MoneyDeps, 'env' | 'db' | 'hub' | 'now'> & { readonly hub: AlertBacklog };

/** For everybody: no details, by which a stranger would know when to strike. Judges by the last ledger check. */
export async function publicHealth(deps: HealthDeps): Promise<PublicHealth & { readonly answers: boolean }> {
  const { status, at, database } = await readHealth(deps, ({ db }) => lastLedgerCheck(db));
  return { status, at, answers: database.ok };
}

/** For operators. The ledger check runs now. */
export async function deepHealth(deps: HealthDeps): Promise<DeepHealth> {
  return readHealth(deps, runLedgerCheck);
}

type ReadCheck = (deps: Pick<HealthDeps, 'db' | 'env'>, now: number) => Promise<LedgerCheck | null>;

async function readHealth(deps: HealthDeps, readCheck: ReadCheck): Promise<DeepHealth> {
  const now = deps.now();
  const [hub, books, mail, alerts, stock] = await Promise.all([
    hubHealth(deps, now),
    booksHealth(deps, now, readCheck),
    mailHealth(deps, now),
    alertsHealth(deps),
    stockHealth(deps),
  ]);
  const sound = books.database.ok && hub.ok && (books.ledger?.ok ?? true) && mail.ok && alerts.ok && stock.ok;
  return {
    status: sound ? 'ok' : 'degraded',
    at: iso(now),
    database: books.database,
    hub,
    ledger: books.ledger,
    mail,
    alerts,
    stock,
  };
}

async function stockHealth({ db }: Pick<MoneyDeps, 'db'>): Promise<StockHealth> {
  try {
    const metals = await readStock(db);
    return { ok: metals.every(({ uncoveredE4 }) => uncoveredE4 === 0), metals };
  } catch (error) {
    logLine('error', 'stock-unreadable', { error: String(error) });
    return { ok: false, metals: null };
  }
}

/** A customer without the reset link cannot report it: unsent e-mail is a fault. */
async function mailHealth(deps: Pick<MoneyDeps, 'env' | 'db'>, now: number): Promise<MailHealth> {
  const setUp = mailIsSetUp(deps.env);
  try {
    const { waiting, oldestAt, givenUpLately } = await readOutboxLine(deps.db, now, now - DAY_MS);
    const lagMs = oldestAt === null ? 0 : Math.max(0, now - oldestAt);
    return { ok: setUp && lagMs <= MAIL_LAG_MS, setUp, lagMs, waiting, givenUpLastDay: givenUpLately };
  } catch (error) {
    logLine('error', 'outbox-unreadable', { error: String(error) });
    return { ok: false, setUp, lagMs: null, waiting: null, givenUpLastDay: null };
  }
}

/** A long queue means that customers are not notified of prices that their alerts promise. */
async function alertsHealth(deps: { readonly hub: AlertBacklog }): Promise<AlertsHealth> {
  const ticksWaiting = await alertTicksWaiting(deps);
  const ok = ticksWaiting !== null && ticksWaiting <= ALERT_BACKLOG_MAX;
  return { ok, ticksWaiting };
}

async function hubHealth(deps: Pick<MoneyDeps, 'hub'>, now: number): Promise<DeepHealth['hub']> {
  let snapshot: PriceSnapshot;
  try {
    snapshot = await deps.hub.snapshot();
  } catch (error) {
    logLine('error', 'hub-unreachable', { error: String(error) });
    return { ok: false, seq: null, asOf: null, ageMs: null, quotable: false, reason: null };
  }
  const { seq, asOf, source } = snapshot;
  const ageMs = asOf === null ? null : Math.max(0, now - Date.parse(asOf));
  // A closed market or a pause is no fault; prices that should flow and do not are one.
  const ok = source.quotable || source.reason === 'closed' || source.reason === 'paused';
  return { ok, seq, asOf, ageMs, quotable: source.quotable, reason: source.reason };
}

async function booksHealth(
  deps: Pick<MoneyDeps, 'db' | 'env'>,
  now: number,
  readCheck: ReadCheck,
): Promise<Pick<DeepHealth, 'database' | 'ledger'>> {
  try {
    const check = await readCheck(deps, now);
    if (check === null) return { database: { ok: true }, ledger: null };
    const { ok, tookMs, counts, findings } = check;
    const ranAt = iso(check.ranAt);
    return { database: { ok: true }, ledger: { ok, ranAt, tookMs, counts, findings } };
  } catch (error) {
    logLine('error', 'database-unreachable', { error: String(error) });
    return { database: { ok: false }, ledger: null };
  }
}
