// The Banco Central's service down, slow, lying or hostile: no day is stored that was not read, nothing that nobody would believe counts,
// and the series goes on by itself when the service does.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { heldDays, listPtaxDays, storedDays } from '../../worker/db/ptax.ts';
import { addDays, brasiliaDay } from '../../worker/domain/brasilia.ts';
import { bulletinsOf } from '../../worker/domain/tax/ptax.ts';
import { DAY_MS } from '../../worker/domain/time.ts';
import { keepPtax } from '../../worker/services/ptax.ts';
import { createCustomer } from '../support/customers.ts';
import { fund } from '../support/funds.ts';
import { MISBEHAVIOURS, Vendors } from '../support/vendor-control.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const TODAY = brasiliaDay(NOW);
/** Well formed, and nobody would believe them. */
const UNBELIEVABLE = ['zero', 'times-100'] as const;
type Unbelievable = (typeof UNBELIEVABLE)[number];

let vendors: Vendors;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vendors = new Vendors();
  await env.DB.prepare('DELETE FROM ptax_days').run();
  const first = await env.DB.prepare('SELECT 1 FROM transactions').first();
  if (first === null) await fund(env.DB, await createCustomer(env), 100_000, NOW - 20 * DAY_MS);
});

const keep = (now: number) =>
  keepPtax(
    { db: env.DB, env: { ...env, PRICE_PROVIDERS: 'gold-api', BCB_PTAX_URL: vendors.url('bcb-ptax') } },
    now,
    400,
  );

test.each(MISBEHAVIOURS)(
  '%s from the start: no day counts, and all of them do once it is well',
  async (behaviour) => {
    await vendors.set('bcb-ptax', { behaviour });
    const count = await keep(NOW);
    const isUnbelievable = UNBELIEVABLE.includes(behaviour as Unbelievable);
    expect(count.fault === null).toBe(isUnbelievable);
    const known = bulletinsOf(await listPtaxDays(env.DB, 'spot', '2026-01-01'));
    for (let day = addDays(TODAY, -30); day < TODAY; day = addDays(day, 1)) expect(known(day)).toBeNull();
    if (!isUnbelievable) {
      expect(await storedDays(env.DB, 'spot')).toBeNull();
      await vendors.set('bcb-ptax', { behaviour: 'well' });
      expect((await keep(NOW)).stored).toBeGreaterThan(20);
      expect(bulletinsOf(await listPtaxDays(env.DB, 'spot', '2026-01-01'))(addDays(TODAY, -1))?.sellE4).toBe(
        53_400,
      );
      return;
    }
    // What nobody believes is kept for an operator; the right one, read a day later, is beside it.
    expect(count.implausible).toBeGreaterThan(10);
    await vendors.set('bcb-ptax', { behaviour: 'well' });
    await keep(NOW + DAY_MS);
    expect((await keep(NOW + DAY_MS)).different).toBe(count.implausible);
    const [first] = await heldDays(env.DB, 'spot', 1);
    expect(first).toMatchObject({ held: 'differs', second: { bulletin: { sellE4: 53_400 } } });
  },
);

test.each(MISBEHAVIOURS)('%s at the second reading: what was read stays as it was', async (behaviour) => {
  await keep(NOW);
  const before = await listPtaxDays(env.DB, 'spot', '2026-01-01');
  await keep(NOW + DAY_MS);
  await vendors.set('bcb-ptax', { behaviour });
  const count = await keep(NOW + DAY_MS);
  const isUnbelievable = UNBELIEVABLE.includes(behaviour as Unbelievable);
  expect(count).toMatchObject({ stored: 0, same: isUnbelievable ? expect.any(Number) : 0 });
  expect(count.fault === null).toBe(isUnbelievable);
  const after = await listPtaxDays(env.DB, 'spot', '2026-01-01');
  const rates = (days: typeof before) => days.map(({ day, bulletin }) => [day, bulletin]);
  expect(rates(after).slice(0, before.length)).toEqual(rates(before));
  const isHeld = after.some((day) => day.isHeld);
  expect(isHeld).toBe(isUnbelievable);
});
