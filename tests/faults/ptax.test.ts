// The Banco Central's service down, slow, lying or hostile: no day is stored that was not read, nothing that nobody would believe counts,
// and the series goes on by itself when the service does.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
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
const MONTH = Array.from({ length: 30 }, (_, back) => addDays(TODAY, -1 - back));
/** Well formed, and nobody would believe them. */
const UNBELIEVABLE = ['zero', 'times-100'] as const;
const UNREADABLE = MISBEHAVIOURS.filter((one) => !UNBELIEVABLE.some((other) => other === one));

let vendors: Vendors;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vendors = new Vendors();
  await env.DB.prepare('DELETE FROM ptax_days').run();
  const first = await env.DB.prepare('SELECT 1 FROM transactions').first();
  if (first === null) await fund(env.DB, await createCustomer(env), 100_000, NOW - 20 * DAY_MS);
});

const keepWithin = (timeoutMs: number) => (now: number) =>
  keepPtax(
    { db: env.DB, env: { ...env, PRICE_PROVIDERS: 'gold-api', BCB_PTAX_URL: vendors.url('bcb-ptax') } },
    now,
    timeoutMs,
  );
/** Of a vendor that answers, however busy the machine. */
const keepAnswered = keepWithin(10_000);
/** So that a vendor that is slow is not waited for. */
const keepImpatient = keepWithin(250);
const series = () => listPtaxDays(env.DB, 'spot', '2026-01-01');
/** How many of the last thirty days have a rate. */
async function counting(): Promise<number> {
  const known = bulletinsOf(await series());
  return MONTH.filter((day) => known(day) !== null).length;
}

describe('from the start', () => {
  test.each(UNREADABLE)('%s: nothing is stored, and all of it is once it is well', async (behaviour) => {
    await vendors.set('bcb-ptax', { behaviour });
    expect(await keepImpatient(NOW)).toMatchObject({ stored: 0, fault: expect.any(String) });
    expect(await storedDays(env.DB, 'spot')).toBeNull();
    await vendors.set('bcb-ptax', { behaviour: 'well' });
    expect((await keepAnswered(NOW)).stored).toBeGreaterThan(20);
    expect(await counting()).toBeGreaterThan(20);
  });

  test.each(UNBELIEVABLE)(
    '%s: kept for an operator, with the right one beside it a day later',
    async (behaviour) => {
      await vendors.set('bcb-ptax', { behaviour });
      const { implausible, fault } = await keepAnswered(NOW);
      expect({ fault, isMost: implausible > 10 }).toEqual({ fault: null, isMost: true });
      expect(await counting()).toBe(0);
      await vendors.set('bcb-ptax', { behaviour: 'well' });
      await keepAnswered(NOW + DAY_MS);
      expect((await keepAnswered(NOW + DAY_MS)).different).toBe(implausible);
      const [first] = await heldDays(env.DB, 'spot', 1);
      expect(first).toMatchObject({ held: 'differs', second: { bulletin: { sellE4: 53_400 } } });
      expect(await counting()).toBe(0);
    },
  );
});

describe('at the second reading', () => {
  beforeEach(async () => {
    await keepAnswered(NOW);
    await keepAnswered(NOW + DAY_MS);
  });
  const rates = async () => (await series()).map(({ day, bulletin }) => [day, bulletin]);

  test.each(UNREADABLE)('%s: what was read stays, counts, and waits to be read again', async (behaviour) => {
    const before = await rates();
    await vendors.set('bcb-ptax', { behaviour });
    expect(await keepImpatient(NOW + DAY_MS)).toMatchObject({
      stored: 0,
      same: 0,
      different: 0,
      fault: expect.any(String),
    });
    expect(await rates()).toEqual(before);
    expect(await counting()).toBeGreaterThan(20);
  });

  test.each(UNBELIEVABLE)(
    '%s: what was read stays, and counts for nothing until somebody has decided',
    async (behaviour) => {
      const before = await rates();
      await vendors.set('bcb-ptax', { behaviour });
      expect((await keepAnswered(NOW + DAY_MS)).different).toBeGreaterThan(10);
      expect(await rates()).toEqual(before);
      expect(await counting()).toBe(0);
    },
  );
});
