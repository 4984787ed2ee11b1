// The nightly check sees a reversal that does not mirror what it undoes, and one that no second operator approved.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { live, transactionsOf, undo, world } from '../admin/reversal-world.ts';

let reversal: string;
beforeAll(async () => {
  const all = await world();
  await live(all.ana, { do: 'deposit', cents: 500_000 });
  const bought = await live(all.ana, { do: 'buy', metal: 'gold', ouncesE4: 10_000, priceCents: 100_000 });
  await undo(all, bought.id);
  const [undone] = await transactionsOf(all.ana);
  const id = await env.DB.prepare('SELECT operation_id AS id FROM transactions WHERE id = ?')
    .bind(undone?.id ?? '')
    .first<string>('id');
  reversal = id ?? '';
  // A vandal has to take the triggers away first.
  for (const name of ['entries_are_never_updated', 'entries_are_never_deleted']) {
    await env.DB.prepare(`DROP TRIGGER ${name}`).run();
  }
});

const rulesBroken = async () => {
  const { findings } = await inspectLedger(env.DB);
  return new Set(findings.map(({ rule }) => rule));
};

const MIRROR = 'reversals-mirror-what-they-undo';
const SECOND = 'reversals-were-approved-by-a-second';

test.each([
  [
    MIRROR,
    'the fee stays with the house after all',
    () =>
      `UPDATE entries SET account_id = 'house:cash-clearing' WHERE operation_id = '${reversal}' AND account_id = 'house:fee-income'`,
    () =>
      `UPDATE entries SET account_id = 'house:fee-income' WHERE operation_id = '${reversal}' AND line = 3`,
  ],
  [
    MIRROR,
    'it names nothing',
    () => `UPDATE operations SET reverses = NULL WHERE id = '${reversal}'`,
    () =>
      `UPDATE operations SET reverses = (SELECT operation_id FROM reversal_proposals WHERE reversal_id = '${reversal}') WHERE id = '${reversal}'`,
  ],
  [
    MIRROR,
    'the amount on the receipt is another',
    () => `UPDATE transactions SET total_cents = total_cents + 1 WHERE operation_id = '${reversal}'`,
    () => `UPDATE transactions SET total_cents = total_cents - 1 WHERE operation_id = '${reversal}'`,
  ],
  [
    SECOND,
    'nobody approved it',
    () =>
      `UPDATE reversal_proposals SET state = 'rejected', reversal_id = NULL WHERE reversal_id = '${reversal}'`,
    () => `UPDATE reversal_proposals SET state = 'approved', reversal_id = '${reversal}'`,
  ],
])('%s: %s', async (rule, _, damage, repair) => {
  expect(await rulesBroken()).toEqual(new Set());
  await env.DB.prepare(damage()).run();
  expect(await rulesBroken()).toContain(rule);
  await env.DB.prepare(repair()).run();
});

test('books put right are sound again', async () => {
  expect(await rulesBroken()).toEqual(new Set());
});
