// For the minute cron: the statements of the month that was closed last, for whoever moved something in it. It goes through the month's
// operations in their order and notes how far it has come, so that a run that dies is gone on with, and one that is over reads one row.

import { listStatements, nextMovers, noteSeqDone, readMonthCloses, seqDone } from '../db/statements.ts';
import type { DayClose } from '../domain/day-closes.ts';
import { monthOf } from '../domain/days.ts';
import { endOfMonth } from '../domain/statements.ts';
import { DAY_MS } from '../domain/time.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { makeMissing, monthsOf } from './statements.ts';

/** Customers looked at and statements made in one run; a customer of long standing gets those of all months before. */
export const WORK_AT_ONCE = 200;
const OPERATIONS_AT_ONCE = 50;
/** Nobody is told of a statement that comes later than this after its month: a new deployment makes those of the past. */
const TOLD_WITHIN_MS = 7 * DAY_MS;

type Pace = {
  readonly atOnce?: number;
  /** Waited for after each statement: they are thousands of calls to the database, and customers ask for something meanwhile. */
  readonly giveWay?: (() => Promise<unknown>) | undefined;
};

/** How many customers it looked at. */
export async function makeStatements(
  deps: Deps,
  { atOnce = WORK_AT_ONCE, giveWay }: Pace = {},
): Promise<number> {
  const closes = await readMonthCloses(deps.db);
  const last = closes.at(-1);
  if (last === undefined) return 0;
  const month = monthOf(last.day);
  let from = (await seqDone(deps.db, month)) ?? closes.at(-2)?.seqTo ?? 0;
  const tellOf = deps.now() - endOfMonth(month) <= TOLD_WITHIN_MS ? month : null;
  let [made, looked] = [0, 0];
  const failures: string[] = [];
  while (looked + made < atOnce && from < last.seqTo) {
    const next = await nextMovers(deps.db, { from, to: last.seqTo }, OPERATIONS_AT_ONCE);
    for (const accountId of next?.accountIds ?? []) {
      looked += 1;
      // One that fails does not hold up the others: it is made, or fails again, when somebody opens it.
      made += await makeOf(deps, accountId, { closes, month, tellOf, giveWay }).catch((error: unknown) => {
        failures.push(String(error));
        return 0;
      });
    }
    from = next?.seq ?? last.seqTo;
    await noteSeqDone(deps.db, month, from);
  }
  if (looked > 0 && tellOf !== null) deliverSoon(deps);
  if (failures.length > 0) throw new Error(`statements failed: ${failures.join('; ')}`);
  return looked;
}

type Wanted = {
  readonly closes: readonly DayClose[];
  readonly month: string;
  readonly tellOf: string | null;
  readonly giveWay: Pace['giveWay'];
};

async function makeOf(deps: Deps, accountId: string, { closes, ...wanted }: Wanted): Promise<number> {
  const months = await monthsOf(deps, accountId, closes);
  if (months === null) return 0;
  const rows = await listStatements(deps.db, accountId);
  return makeMissing(deps, accountId, { periods: months.periods, rows, upTo: wanted.month, ...wanted });
}
