// The tariff of storage: one operator proposes, another announces, everybody gets a letter and thirty days.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TariffsReport } from '../../../worker/contract/operators/tariffs.ts';
import type { StorageTariff } from '../../../worker/contract/storage.ts';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import { mailTariff, unmailedTariff } from '../../../worker/db/tariffs.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { addDays } from '../../../worker/domain/days.ts';
import { announceTariffs } from '../../../worker/services/charge-storage.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { realWorker } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const TODAY = dayOf(Date.now());
const IN_TIME = addDays(TODAY, 31);

let proposer: Customer;
let announcer: Customer;
beforeAll(async () => {
  [proposer, announcer] = await Promise.all([makeOperator(), makeOperator()]);
});

const propose = (who: Customer, fromDay: unknown) =>
  asOperator(who)('/tariffs', { method: 'POST', body: { fromDay } });
const decide = (who: Customer, id: string, how: 'announce' | 'drop') =>
  asOperator(who)(`/tariffs/${id}/${how}`, { method: 'POST', body: {} });
const report = async (who: Customer) => (await asOperator(who)('/tariffs')).json<TariffsReport>();
const openId = async () => (await report(proposer)).tariffs.find(({ state }) => state === 'open')?.id ?? '';
const codeOf = async (reply: Response) => `${reply.status} ${(await reply.json<Problem>()).code}`;
const publicTariff = async () =>
  (await (await realWorker(new Request(`${ORIGIN}/api/storage/tariff`))).json<StorageTariff>()).tariff;

describe('before it is announced', () => {
  test.each([addDays(TODAY, 29), addDays(TODAY, 367), TODAY, '1999-01-01'])('%s is refused', async (day) => {
    expect(await codeOf(await propose(proposer, day))).toBe('409 TariffNotice');
  });

  test.each(['2026-02-30', 'amanhã', '', 7, null, { a: 1 }, '9'.repeat(4_000)])(
    '%j is no day',
    async (day) => {
      expect(await codeOf(await propose(proposer, day))).toBe('422 ValidationFailed');
    },
  );

  test('who may not propose is refused', async () => {
    expect(await codeOf(await propose(await makeOperator({ roles: ['support'] }), IN_TIME))).toBe(
      '403 Forbidden',
    );
  });

  test('one waits at a time, its proposer may take it back, another may reject it', async () => {
    expect((await propose(proposer, IN_TIME)).status).toBe(201);
    expect(await codeOf(await propose(announcer, IN_TIME))).toBe('409 TariffProposed');
    expect((await decide(proposer, await openId(), 'drop')).status).toBe(200);
    expect((await propose(proposer, IN_TIME)).status).toBe(201);
    const id = await openId();
    expect((await decide(announcer, id, 'drop')).status).toBe(200);
    expect(await codeOf(await decide(announcer, id, 'announce'))).toBe('409 ProposalDecided');
    expect((await report(proposer)).tariffs.map(({ state }) => state)).toEqual(['rejected', 'withdrawn']);
    expect(await publicTariff()).toBeNull();
  });

  test('what waited until less than thirty days are left is not announced, not even by the database', async () => {
    const id = crypto.randomUUID();
    await env.DB.prepare(
      `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at)
       VALUES (?1, 'storage', ?2, 365, 1000000, 73000, ?3, 0)`,
    )
      .bind(id, addDays(TODAY, 29), proposer.userId)
      .run();
    expect(await codeOf(await decide(announcer, id, 'announce'))).toBe('409 TariffNotice');
    const past = env.DB.prepare(
      `UPDATE tariffs SET state = 'announced', decided_by = ?2, decided_at = ?3 WHERE id = ?1`,
    );
    await expect(past.bind(id, announcer.userId, Date.now()).run()).rejects.toThrow('thirty_days_of_notice');
    await decide(announcer, id, 'drop');
  });
});

describe('once it is announced', () => {
  let id: string;
  beforeAll(async () => {
    await propose(proposer, IN_TIME);
    id = await openId();
  });

  test('it takes two, and a repeated announcement gets the first answer', async () => {
    expect(await codeOf(await decide(proposer, id, 'announce'))).toBe('409 SecondOperatorNeeded');
    const replies = await Promise.all([decide(announcer, id, 'announce'), decide(announcer, id, 'announce')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await publicTariff()).toMatchObject({ fromDay: IN_TIME, freeDays: 365, aboveCents: 1_000_000 });
    const { results } = await env.DB.prepare(
      `SELECT action, actor_id AS by FROM audit_log WHERE subject_kind = 'tariff' AND subject_id = ? ORDER BY seq`,
    )
      .bind(id)
      .all();
    expect(results).toEqual([
      { action: 'tariff.proposed', by: proposer.userId },
      { action: 'tariff.announced', by: announcer.userId },
    ]);
  });

  test('it is final, and the same terms are not announced twice', async () => {
    expect(await codeOf(await decide(announcer, id, 'drop'))).toBe('409 ProposalDecided');
    expect(await codeOf(await propose(proposer, addDays(IN_TIME, 9)))).toBe('409 TariffStands');
    const change = env.DB.prepare(`UPDATE tariffs SET from_day = '2020-01-01' WHERE id = ?`).bind(id);
    await expect(change.run()).rejects.toThrow('keeps its terms');
  });

  test('a second one that begins on the same day is refused with what to do, and can be dropped', async () => {
    const second = crypto.randomUUID();
    await env.DB.prepare(
      `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at)
       SELECT ?1, kind, from_day, 0, above_cents, cent_days_per_cent, ?2, 0 FROM tariffs WHERE state = 'announced'`,
    )
      .bind(second, proposer.userId)
      .run();
    expect(await codeOf(await decide(announcer, second, 'announce'))).toBe('409 TariffDayTaken');
    expect((await decide(announcer, second, 'drop')).status).toBe(200);
  });

  test('every customer with a proved address gets one letter, some at a time, whatever the switches say', async () => {
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, index) => createCustomer(env, { unconfirmed: index === 0 })),
    );
    await env.DB.prepare('UPDATE settings SET notification_email = 0 WHERE user_id = ?')
      .bind(people[1]?.userId ?? '')
      .run();
    const letters = () =>
      env.DB.prepare(`SELECT user_id AS who, rank FROM mail_outbox WHERE kind = 'storage-tariff'`).all<{
        who: string;
        rank: number;
      }>();
    const first = await unmailedTariff(env.DB);
    if (first === null) throw new Error('nobody has a letter yet');
    // Two runs that begin at the same place write the same letters.
    await Promise.all([mailTariff(env.DB, first, Date.now(), 2), mailTariff(env.DB, first, Date.now(), 2)]);
    expect((await letters()).results.length).toBeLessThanOrEqual(2);
    const deps = { db: env.DB, now: () => Date.now() };
    while ((await unmailedTariff(env.DB)) !== null) await announceTariffs(deps);
    expect(await announceTariffs(deps)).toBe(0);
    const { results } = await letters();
    const everybody = await env.DB.prepare(
      'SELECT count(*) AS n FROM users WHERE email_confirmed_at IS NOT NULL',
    ).first('n');
    expect(results).toHaveLength(Number(everybody));
    expect(new Set(results.map(({ who }) => who)).size).toBe(results.length);
    expect(results.some(({ who }) => who === people[0]?.userId)).toBe(false);
    expect(results.some(({ who }) => who === people[1]?.userId)).toBe(true);
    // Whoever needs a new password does not wait for them.
    expect(new Set(results.map(({ rank }) => rank))).toEqual(new Set([1]));
    expect((await report(proposer)).tariffs[0]?.mailedAt).not.toBeNull();
  });
});

test('what is not there is not found', async () => {
  expect(await codeOf(await decide(announcer, 'nothing', 'announce'))).toBe('404 NotFound');
  expect(await codeOf(await decide(announcer, 'nothing', 'drop'))).toBe('404 NotFound');
});
