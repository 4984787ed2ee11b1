// Statements of months (D78): made once, when a month's last day is closed or when somebody opens them, and made again from the ledger
// each time they are shown. What comes out must have the hash that was signed; where it has not, nothing is shown and the log says so.

import { signBytes, signsSince } from '../auth/signing-keys.ts';
import type { Refusal } from '../contract/problems.ts';
import { type StatementQuery, type StatementsList, type StatementView } from '../contract/statements.ts';
import { lastClose } from '../db/day-closes.ts';
import { mailForEachStatement } from '../db/outbox.ts';
import { sha256Hex } from '../db/sha256.ts';
import {
  insertStatement,
  lastSeq,
  listStatements,
  type MadeStatement,
  openedAt,
  readEnds,
  readMonthCloses,
  readMovements,
  readStorageDays,
  readUncredited,
} from '../db/statements.ts';
import { cursorText } from '../domain/cursors.ts';
import type { DayClose } from '../domain/day-closes.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { contentBytes } from '../domain/signed-records.ts';
import {
  endOfMonth,
  openMonth,
  periodsOf,
  signedContent,
  STATEMENT_FORMATS,
  STATEMENT_MOVEMENTS_MAX,
  STATEMENT_PAGE,
  STATEMENT_TEMPLATE,
  type StatementBody,
  type StatementContent,
  statementNumber,
  statementOf,
  type StatementPeriod,
} from '../domain/statements.ts';
import { iso } from '../domain/time.ts';
import { linkOrigin } from '../mail/transport.ts';
import type { Deps } from './deps.ts';
import { logLine } from '../telemetry/log.ts';

export type StatementDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type Reading = Pick<Deps, 'db'>;

type Months = {
  readonly openedAt: number;
  readonly closes: readonly DayClose[];
  readonly periods: readonly StatementPeriod[];
};

/** The months of an account; null where there is no such customer. `closes` where they were read before. */
export async function monthsOf(
  { db }: Reading,
  accountId: string,
  read?: readonly DayClose[],
): Promise<Months | null> {
  const [opened, closes] = await Promise.all([openedAt(db, accountId), read ?? readMonthCloses(db)]);
  return opened === null ? null : { openedAt: opened, closes, periods: periodsOf(closes, opened) };
}

export async function listMonths(
  deps: StatementDeps,
  accountId: string,
): Promise<Result<StatementsList, Refusal<'NotFound'>>> {
  const months = await monthsOf(deps, accountId);
  if (months === null) return err({ code: 'NotFound' });
  const made = new Map((await listStatements(deps.db, accountId)).map((row) => [row.month, row.sha256]));
  return ok({
    open: openMonth(months.closes, months.openedAt),
    months: months.periods.toReversed().map(({ month }) => {
      const sha256 = made.get(month);
      return { month, number: sha256 === undefined ? null : statementNumber(month, sha256) };
    }),
  });
}

export type Statement = { readonly row: MadeStatement; readonly content: StatementContent };

/** The statement of a closed month, made now where it was not yet; null where there is none: no such month of this account. */
export async function statementFor(
  deps: StatementDeps,
  accountId: string,
  month: string,
): Promise<Statement | null> {
  const months = await monthsOf(deps, accountId);
  const period = months?.periods.find((one) => one.month === month);
  if (months === null || period === undefined) return null;
  const { periods } = months;
  let rows = await listStatements(deps.db, accountId);
  // Read again: of two who make the same one, the first one's is kept.
  if ((await makeMissing(deps, accountId, { periods, rows, upTo: month })) > 0) {
    rows = await listStatements(deps.db, accountId);
  }
  const row = rows.find((one) => one.month === month);
  if (row === undefined) throw new Error('a statement that was made is not there');
  return { row, content: await contentAgain(deps, row, period) };
}

/** Whether this is the month under way, of which there is a preview. */
export async function isOpenMonth(deps: StatementDeps, accountId: string, month: string): Promise<boolean> {
  const months = await monthsOf(deps, accountId);
  return months !== null && openMonth(months.closes, months.openedAt) === month;
}

type Making = {
  readonly periods: readonly StatementPeriod[];
  /** Those that were made: of the first months. */
  readonly rows: readonly MadeStatement[];
  readonly upTo: string;
  /** The customer is told of the statement of this month, once it is made. */
  readonly tellOf?: string | null;
  /** Waited for after each, by who makes many. */
  readonly giveWay?: (() => Promise<unknown>) | undefined;
};

/** Makes the months that lack a statement, in their order; answers how many. */
export async function makeMissing(
  deps: StatementDeps,
  accountId: string,
  { periods, rows, upTo, tellOf = null, giveWay }: Making,
): Promise<number> {
  const missing = periods.slice(rows.length).filter(({ month }) => month <= upTo);
  let previous = rows.at(-1)?.sha256 ?? null;
  for (const period of missing) {
    previous = await make(deps, accountId, period, { previous, tell: period.month === tellOf });
    await giveWay?.();
  }
  return missing.length;
}

async function make(
  deps: StatementDeps,
  accountId: string,
  period: StatementPeriod,
  { previous, tell }: { readonly previous: string | null; readonly tell: boolean },
): Promise<string> {
  const { db, env } = deps;
  const { month, seqFrom, closingClose } = period;
  const body = await bodyOf(deps, accountId, STATEMENT_TEMPLATE, period);
  const issuedAt = Math.max(endOfMonth(month), signsSince(env));
  const bytes = contentBytes(signedContent({ ...body, issuedAt: iso(issuedAt), previous }));
  const sha256 = await sha256Hex(bytes);
  const madeAt = deps.now();
  const { cashCents, goldE4, silverE4 } = body.closing;
  await db.batch([
    insertStatement(db, {
      accountId,
      month,
      template: body.template,
      seqFrom,
      seqTo: closingClose.seqTo,
      movements: body.movements.length,
      cashCents,
      goldE4,
      silverE4,
      previousSha256: previous,
      sha256,
      ...(await signBytes(env, 'statement', bytes)),
      issuedAt,
      // Not the address of this request: the same statement names the same one.
      origin: linkOrigin(env, null),
      madeAt,
    }),
    ...(tell ? [tellStatement(db, accountId, statementNumber(month, sha256), month, madeAt)] : []),
  ]);
  return sha256;
}

/** Only by who made it: a statement that the customer has opened before needs no letter. */
function tellStatement(
  db: D1Database,
  accountId: string,
  number: string,
  month: string,
  madeAt: number,
): D1PreparedStatement {
  const message: MailMessage = { kind: 'statement-ready', month, number };
  return mailForEachStatement(db, {
    kind: message.kind,
    rows: `SELECT ?1 AS id, account_id AS user_id, ?2 AS message FROM statements WHERE account_id = ?3 AND month = ?4 AND made_at = ?5`,
    params: [`statement:${accountId}:${month}`, JSON.stringify(message), accountId, month, madeAt],
    now: madeAt,
  });
}

async function bodyOf(
  deps: Reading,
  account: string,
  template: number,
  { month, seqFrom, openingClose, closingClose }: StatementPeriod,
): Promise<StatementBody> {
  const facts = await readFacts(deps.db, account, { month, from: seqFrom, to: closingClose.seqTo });
  return statementOf({ template, account, month, openingClose, closingClose, ...facts });
}

type Span = { readonly month: string; readonly from: number; readonly to: number };

async function readFacts(db: D1Database, account: string, { month, ...range }: Span) {
  const [ends, movements, uncredited, storageDays] = await Promise.all([
    readEnds(db, account, range),
    readMovements(db, account, range),
    readUncredited(db, account, range),
    readStorageDays(db, account, month),
  ]);
  return { seqFrom: range.from, seqTo: range.to, ...ends, movements, uncredited, storageDays };
}

async function madeAgain(
  deps: Reading,
  row: MadeStatement,
  period: StatementPeriod,
): Promise<StatementContent> {
  const body = await bodyOf(deps, row.accountId, row.template, period);
  return { ...body, issuedAt: iso(row.issuedAt), previous: row.previousSha256 };
}

/** What was signed of a statement that was made, from the ledger as it is now. */
export async function storedBytes(
  deps: Reading,
  row: MadeStatement,
  period: StatementPeriod,
): Promise<Uint8Array> {
  return contentBytes(signedContent(await madeAgain(deps, row, period)));
}

/** The content of a statement that was made: as it was signed, or an error. */
async function contentAgain(
  deps: StatementDeps,
  row: MadeStatement,
  period: StatementPeriod,
): Promise<StatementContent> {
  const content = await madeAgain(deps, row, period);
  if ((await sha256Hex(contentBytes(signedContent(content)))) === row.sha256) return content;
  logLine('error', 'statement-changed', { account: row.accountId, month: row.month, signed: row.sha256 });
  throw new Error(`the statement ${row.month} of ${row.accountId} is not what was signed`);
}

/** A month on the page: signed, or of the month under way a preview. */
export async function viewStatement(
  deps: StatementDeps,
  accountId: string,
  month: string,
  query: StatementQuery,
): Promise<Result<StatementView, Refusal<'NotFound'>>> {
  const shown = (await statementFor(deps, accountId, month)) ?? (await preview(deps, accountId, month));
  if (shown === null) return err({ code: 'NotFound' });
  const { row, content } = shown;
  const after = query.cursor?.seq ?? content.seqFrom;
  const rest = content.movements.filter(({ seq }) => seq > after);
  const page = rest.slice(0, STATEMENT_PAGE);
  const number = row === null ? '' : statementNumber(month, row.sha256);
  return ok({
    ...content,
    movements: page,
    total: content.movements.length,
    nextCursor: rest.length > page.length ? cursorText([page.at(-1)?.seq ?? 0]) : null,
    signed: row === null ? null : { number, sha256: row.sha256, kid: row.kid },
    holder: { name: row?.holderName ?? null, number: row?.holderNumber ?? null },
    formats: row === null ? [] : isTooLong(row) ? ['csv'] : STATEMENT_FORMATS,
  });
}

export const isTooLong = ({ movements }: Pick<MadeStatement, 'movements'>): boolean =>
  movements > STATEMENT_MOVEMENTS_MAX;

type Preview = {
  readonly row: null;
  readonly content: StatementBody & { readonly issuedAt: null; readonly previous: null };
};

/** Up to the last operation there is, at the prices of the last close; null of any other month. */
async function preview(deps: StatementDeps, accountId: string, month: string): Promise<Preview | null> {
  const months = await monthsOf(deps, accountId);
  if (months === null || openMonth(months.closes, months.openedAt) !== month) return null;
  const openingClose = months.periods.at(-1)?.closingClose ?? null;
  const span = { month, from: openingClose?.seqTo ?? 0, to: await lastSeq(deps.db) };
  const facts = await readFacts(deps.db, accountId, span);
  const closes = { openingClose, closingClose: await lastClose(deps.db) };
  const body = { template: STATEMENT_TEMPLATE, account: accountId, month, ...closes, ...facts };
  return {
    row: null,
    content: { ...statementOf(body, { isPreview: true }), issuedAt: null, previous: null },
  };
}
