// The closes for operators: the list, the signed record of one, and computing some of them again, which is logged.

import { publicKeys } from '../../auth/signing-keys.ts';
import type {
  CloseCheckReport,
  CloseCheckRequest,
  DayClosesPage,
  DayCloseSummary,
  DayClosesQuery,
} from '../../contract/operators/closes.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { closeOf, closesBefore } from '../../db/day-closes.ts';
import { ALL_DAYS, closeContent, type DayClose, lastClosableDay } from '../../domain/day-closes.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { checksOf, recordText } from '../../domain/signed-records.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { verifyCloses } from '../verify-closes.ts';
import type { Operator } from './customer-status.ts';

const CLOSES_PAGE = 31;
/** The first ones are enough to start with. */
const DIFFERENCES_SHOWN = 100;

export async function pageOfCloses(
  deps: Pick<Deps, 'db' | 'now'>,
  { cursor }: DayClosesQuery,
): Promise<DayClosesPage> {
  const rows = await closesBefore(deps.db, cursor?.day ?? ALL_DAYS.to, CLOSES_PAGE + 1);
  const { items, nextCursor } = pageOf(rows, CLOSES_PAGE, ({ day }) => [day], summaryOf);
  return { due: lastClosableDay(deps.now()), closes: items, nextCursor };
}

function summaryOf(close: DayClose): DayCloseSummary {
  const mark = (value: number | null, at: number | null) =>
    value === null || at === null ? null : { value, at: iso(at) };
  const { day, priceKind, seqTo, customers, cashCents, goldE4, silverE4, stockGoldE4, stockSilverE4 } = close;
  return {
    day,
    priceKind,
    beginsChain: close.previousHash === null,
    seqTo,
    marks: {
      gold: mark(close.goldCents, close.goldAt),
      silver: mark(close.silverCents, close.silverAt),
      usdBrl: mark(close.usdBrlE4, close.usdBrlAt),
    },
    customers,
    cashCents,
    goldE4,
    silverE4,
    stockGoldE4,
    stockSilverE4,
    hash: close.hash,
    kid: close.kid,
    closedAt: iso(close.closedAt),
  };
}

/** The signed record of a close, which says nothing about any one customer: made of the row, so always of the same bytes. */
export async function closeRecord(
  { db }: Pick<Deps, 'db'>,
  day: string,
): Promise<Result<string, Refusal<'NotFound'>>> {
  const close = await closeOf(db, day);
  if (close === null) return err({ code: 'NotFound' });
  const { kid, signature } = close;
  const content = closeContent(close);
  return ok(recordText({ domain: 'close', kid, content, checks: checksOf(content), signature }));
}

export async function checkCloses(
  deps: Deps,
  operator: Operator,
  span: CloseCheckRequest,
): Promise<CloseCheckReport> {
  const { days, first, last, differences } = await verifyCloses(deps.db, publicKeys(deps.env), span);
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: deps.now(),
      by: operator,
      action: 'ledger.closes-checked',
      subject: { kind: 'ledger', id: `${span.from}:${span.to}` },
      after: { days, differences: differences.length, last },
    },
    [],
  );
  return {
    checkedAt: iso(deps.now()),
    days,
    first,
    last,
    differences: differences.slice(0, DIFFERENCES_SHOWN),
  };
}
