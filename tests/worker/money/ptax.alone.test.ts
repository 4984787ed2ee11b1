// The series of bulletins: filled in bounded steps back to the first movement, each day read again on a later one, and what differs kept
// for an operator.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { heldDays, listPtaxDays, storedDays } from '../../../worker/db/ptax.ts';
import { addDays, brasiliaDay, daysBetween } from '../../../worker/domain/brasilia.ts';
import { bulletinsOf } from '../../../worker/domain/tax/ptax.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { PERIOD_DAYS } from '../../../worker/providers/ptax-series.ts';
import { decideBulletin, heldBulletins } from '../../../worker/services/operators/bulletins.ts';
import { fillPtax, keepPtax, keepPtaxInTurn } from '../../../worker/services/ptax.ts';
import { createCustomer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { Vendors } from '../../support/vendor-control.ts';

/** A Wednesday, 9:00 in Brasília. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const YESTERDAY = '2026-11-17';
const FIRST = Date.parse('2025-10-06T15:00:00Z');

let vendors: Vendors;
beforeAll(async () => {
  await fund(env.DB, await createCustomer(env, { now: FIRST }), 100_000, FIRST);
});
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vendors = new Vendors();
  await env.DB.prepare('DELETE FROM ptax_days').run();
});

const spot = () => ({
  db: env.DB,
  env: { ...env, PRICE_PROVIDERS: 'gold-api', BCB_PTAX_URL: vendors.url('bcb-ptax') },
});
const keep = (now = NOW) => keepPtax(spot(), now);
const series = () => listPtaxDays(env.DB, 'spot', '2000-01-01');
const ptaxFindings = async () =>
  (await inspectLedger(env.DB)).findings.filter(({ rule }) => rule.startsWith('bulletins-'));

describe('the series', () => {
  test('comes in bounded steps, from before the first movement to yesterday, without a hole, and stops', async () => {
    const steps: number[] = [];
    for (let step = await keep(); step.stored > 0; step = await keep()) steps.push(step.stored);
    expect(Math.max(...steps)).toBe(PERIOD_DAYS);
    const days = (await series()).map(({ day }) => day);
    expect(days[0]).toBe(addDays(brasiliaDay(FIRST), -8));
    expect(days.at(-1)).toBe(YESTERDAY);
    expect(days).toHaveLength(daysBetween(days[0] ?? '', YESTERDAY) + 1);
    expect(await vendors.hits('bcb-ptax')).toBe(steps.length);
    // Nothing is missing and nothing is of an earlier day: nobody is asked.
    expect(await keep()).toMatchObject({ stored: 0, same: 0, fault: null });
    expect(await vendors.hits('bcb-ptax')).toBe(steps.length);
    expect(await ptaxFindings()).toEqual([]);
  });

  test('reaches back when a movement turns out to be older, also without a hole', async () => {
    await fillPtax(spot(), NOW);
    const older = FIRST - 400 * DAY_MS;
    const customer = await createCustomer(env, { now: older });
    await fund(env.DB, customer, 100_000, older);
    await fillPtax(spot(), NOW);
    expect(await storedDays(env.DB, 'spot')).toEqual({
      first: addDays(brasiliaDay(older), -8),
      last: YESTERDAY,
    });
    expect(await ptaxFindings()).toEqual([]);
    await env.DB.prepare('UPDATE transactions SET settled_at = ?1 WHERE account_id = ?2')
      .bind(FIRST, customer.userId)
      .run();
  });

  test('runs once in ten minutes, and of two that run at once neither writes over the other', async () => {
    const minute = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
    const turns = await Promise.all(
      Array.from({ length: 10 }, (_, index) => keepPtaxInTurn(spot(), minute + index * MINUTE_MS)),
    );
    expect(turns.filter((one) => one !== null)).toHaveLength(1);
    await Promise.all([keep(), keep()]);
    expect(await ptaxFindings()).toEqual([]);
  });

  test('simulated bulletins are a series of their own', async () => {
    await fillPtax({ db: env.DB, env }, NOW);
    expect(await series()).toEqual([]);
    const simulated = await listPtaxDays(env.DB, 'simulated', '2000-01-01');
    expect(bulletinsOf(simulated)(YESTERDAY)).toMatchObject({ day: YESTERDAY });
    await keep();
    expect(bulletinsOf(await series())(YESTERDAY)?.sellE4 ?? 53_400).toBe(53_400);
  });
});

describe('the second reading', () => {
  test('on a later day says the same and is noted; on the same day nobody asks', async () => {
    await fillPtax(spot(), NOW);
    await keep(NOW + DAY_MS);
    const { same, different } = await keep(NOW + DAY_MS);
    expect({ same, different }).toEqual({ same: PERIOD_DAYS, different: 0 });
    const days = await series();
    expect(days.filter(({ isCertain }) => isCertain)).toHaveLength(PERIOD_DAYS);
  });

  test('that says something else is an alarm and a finding; the first stays, and the day counts for nothing', async () => {
    await vendors.set('bcb-ptax', { rates: { [YESTERDAY]: 5.4 } });
    await fillPtax(spot(), NOW);
    for (let at = 0; at < 4; at += 1) await keep(NOW + DAY_MS);
    // The last step was of yesterday's period: it agreed. Now a day is read whose rate the vendor changes afterwards.
    const alarms = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await keep(NOW + DAY_MS);
    await vendors.set('bcb-ptax', { rates: { '2026-11-18': 5.6 } });
    for (let at = 0; at < 4; at += 1) await keep(NOW + 2 * DAY_MS);
    expect(alarms.mock.calls.flat().join('\n')).toContain('"event":"ptax-differs"');
    const day = (await series()).find((one) => one.day === '2026-11-18');
    expect(day).toMatchObject({ isHeld: true, bulletin: { sellE4: 53_400 } });
    expect(bulletinsOf(await series())('2026-11-18')).toBeNull();
    expect(await ptaxFindings()).toEqual([
      {
        rule: 'bulletins-are-agreed-on',
        subject: 'spot 2026-11-18',
        detail: 'differs: read 53400 and 53400, then 56000 and 56000',
      },
    ]);
    const [held] = await heldDays(env.DB, 'spot', 10);
    expect(held?.second?.bulletin).toMatchObject({ sellE4: 56_000 });
  });

  test('a bulletin that nobody would believe waits as well: ten times the day before', async () => {
    await vendors.set('bcb-ptax', { rates: { '2026-11-16': 53.4 } });
    await fillPtax(spot(), NOW);
    const known = bulletinsOf(await series());
    expect(known('2026-11-16')).toBeNull();
    // The day after is measured against the last one that was believed.
    expect(known(YESTERDAY)?.sellE4).toBe(53_400);
    expect(await ptaxFindings()).toMatchObject([
      { rule: 'bulletins-are-agreed-on', subject: 'spot 2026-11-16' },
    ]);
  });
});

describe('an operator', () => {
  const by = { actorId: null, actor: 'tests', device: null, place: null };
  const deps = (now: number) => ({ ...spot(), now: () => now, newId: () => crypto.randomUUID() });
  const decide = (day: string, take: 'first' | 'second', now = NOW + 3 * DAY_MS) =>
    decideBulletin(deps(now), day, { take, reason: 'Looked up at bcb.gov.br' }, by);
  /** Yesterday's bulletin was another one the day after. */
  async function differing(first: number, second: number) {
    await vendors.set('bcb-ptax', { rates: { [YESTERDAY]: first } });
    await fillPtax(spot(), NOW);
    await vendors.set('bcb-ptax', { rates: { [YESTERDAY]: second } });
    for (let step = 0; step < 5; step += 1) await keep(NOW + DAY_MS);
  }
  const known = async () => bulletinsOf(await series())(YESTERDAY)?.sellE4 ?? null;

  test.each([
    ['first', 53_400],
    ['second', 53_500],
  ] as const)(
    'takes the %s reading, which counts from then on; the log says what was and what is',
    async (take, counts) => {
      await differing(5.34, 5.35);
      expect(await known()).toBeNull();
      const { days } = await heldBulletins(deps(NOW));
      expect(days).toMatchObject([
        {
          day: YESTERDAY,
          held: 'differs',
          first: { bulletin: { sellE4: 53_400 } },
          second: { bulletin: { sellE4: 53_500 } },
        },
      ]);
      expect(await decide(YESTERDAY, take)).toEqual({ ok: true, value: { days: [] } });
      expect(await known()).toBe(counts);
      expect(await ptaxFindings()).toEqual([]);
      const line = await env.DB.prepare(
        `SELECT action, note, before, after FROM audit_log WHERE subject_id = 'bulletins' ORDER BY seq DESC LIMIT 1`,
      ).first<{ action: string; note: string; before: string; after: string }>();
      expect(line).toMatchObject({ action: 'feed.bulletin-decided', note: 'Looked up at bcb.gov.br' });
      expect(JSON.parse(line?.after ?? '')).toMatchObject({
        day: YESTERDAY,
        take,
        bulletin: { sellE4: counts },
      });
      // It is decided: a second decision finds nothing, and nothing reads it again.
      expect(await decide(YESTERDAY, 'first')).toMatchObject({ ok: false, error: { code: 'NotFound' } });
      await keep(NOW + 4 * DAY_MS);
      expect(await known()).toBe(counts);
    },
  );

  test('cannot take what is no rate, nor what is not there', async () => {
    await differing(0, 0);
    expect(await decide(YESTERDAY, 'first')).toMatchObject({ ok: false, error: { code: 'BulletinUnsound' } });
    expect(await decide(YESTERDAY, 'second')).toMatchObject({ ok: false, error: { code: 'NotFound' } });
    for (const day of ['2026-11-10', '1999-01-01', "' OR 1=1 --", ''])
      expect(await decide(day, 'first')).toMatchObject({ ok: false, error: { code: 'NotFound' } });
    expect(await known()).toBeNull();
  });
});

describe('the database', () => {
  const insert = (values: string) =>
    env.DB.prepare(
      `INSERT INTO ptax_days (kind, day, buy_e4, sell_e4, published_at, source, fetched_at, held) VALUES ('spot', '2026-03-06', ${values})`,
    ).run();

  test.each([
    ['sell under buy', `53451, 53445, 1, 'bcb-ptax', 2, NULL`],
    ['zero', `0, 0, 1, 'bcb-ptax', 2, NULL`],
    ['half a bulletin', `53445, NULL, 1, 'bcb-ptax', 2, NULL`],
    ['a word for what holds it', `53445, 53451, 1, 'bcb-ptax', 2, 'because'`],
  ])('refuses %s', async (_, values) => {
    await expect(insert(values)).rejects.toThrow(/CHECK/u);
  });

  test('refuses to write over a bulletin', async () => {
    await insert(`53445, 53451, 1, 'bcb-ptax', 2, NULL`);
    await expect(env.DB.prepare('UPDATE ptax_days SET sell_e4 = 53452').run()).rejects.toThrow(
      /written once/u,
    );
    await env.DB.prepare(`UPDATE ptax_days SET held = 'differs', second_fetched_at = 3`).run();
    await expect(env.DB.prepare('UPDATE ptax_days SET sell_e4 = 53452').run()).rejects.toThrow(
      /written once/u,
    );
  });

  test('the nightly check names a day that is missing', async () => {
    await fillPtax(spot(), NOW);
    await env.DB.prepare(`DELETE FROM ptax_days WHERE day = '2026-11-10'`).run();
    expect(await ptaxFindings()).toEqual([
      {
        rule: 'bulletins-are-without-holes',
        subject: 'spot 2026-11-11',
        detail: 'the day before that is 2026-11-09',
      },
    ]);
  });
});
