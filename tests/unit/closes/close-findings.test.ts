// The check of the books also says what SQL cannot: a close that is computed again is another one, and a day is over and not closed.

import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { closeFindings } from '../../../worker/services/close-findings.ts';
import { addCustomer, asD1, CLOSE_ENV, emptyBooks, move } from '../../support/node-books.ts';

const START = Date.parse('2026-11-20T12:00:00.000Z');

test('a day that is over for two hours is missed, an altered close is found among the last seven', async () => {
  const node = emptyBooks();
  const db = asD1(node);
  const at = (day: number, hours = 0) => START + day * DAY_MS + hours * HOUR_MS;
  const found = async (now: number) =>
    (await closeFindings({ db, env: CLOSE_ENV }, now)).map(
      ({ rule, subject, detail }) => `${rule} ${subject} ${detail}`,
    );
  expect(await found(at(5))).toEqual([]);
  await addCustomer(db, 'ana', START);
  await move(db, { accountId: 'ana', asset: 'usd', amount: 500, at: START });
  // Midnight is twelve hours later; five minutes and two hours after it somebody should know.
  expect(await found(at(0, 14))).toEqual([]);
  expect(await found(at(0, 14.1))).toEqual(['closes-are-made 2026-11-20 over, and not closed']);
  await closeDays({ db, env: CLOSE_ENV, now: () => at(9, 1) });
  expect(await found(at(9, 1))).toEqual([]);
  expect(await found(at(12))).toEqual(['closes-are-made 2026-11-29 over, and not closed']);
  node.exec(`DROP TRIGGER day_closes_are_never_updated;
    UPDATE day_closes SET entries_hash = '${'0'.repeat(64)}' WHERE day IN ('2026-11-21', '2026-11-22')`);
  const [first = '', second = ''] = await found(at(9, 1));
  expect(first).toMatch(/^closes-are-computed-again 2026-11-22 entriesHash 0{64} for [0-9a-f]{64}$/u);
  expect(second).toMatch(/^closes-are-computed-again 2026-11-22 hash /u);
});
