// Bars are received and released by two operators: who may, what moves, what is refused in words, and what the log keeps.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { receive, release } from '../../../worker/commands/vault.ts';
import type {
  BarProposal,
  BarProposalsPage,
  BarsOverview,
  BarsPage,
} from '../../../worker/contract/operators/bars.ts';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import type { AuditActor } from '../../../worker/db/audit-log.ts';
import { readFreeE4 } from '../../../worker/db/stock.ts';
import type { BarFacts } from '../../../worker/domain/bars.ts';
import { PROPOSAL_LIFETIME_MS } from '../../../worker/domain/operator-proposals.ts';
import type { OperatorRole } from '../../../worker/domain/operator-roles.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { outcome, outcomes } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const REASON = 'Delivery 7 of Metalor, list checked';
/** 399.440 oz fine. */
const FINE_E4 = 3_994_400;
let made = 0;
const bar = (over: Partial<BarFacts> = {}): BarFacts => {
  made += 1;
  return {
    metal: 'gold',
    refiner: 'Metalor',
    serial: `AB${made}`,
    grossE3: 401_125,
    assayE1: 9_958,
    ...over,
  };
};

const as = (role: OperatorRole) => makeOperator({ roles: [role] });
const post = (who: Customer, path: string, body: object = {}) =>
  asOperator(who)(`/bars${path}`, { method: 'POST', body });
const get = async <T>(who: Customer, path: string): Promise<T> =>
  (await asOperator(who)(`/bars${path}`)).json<T>();
const propose = (who: Customer, facts: object) => post(who, '/receipts', { reason: REASON, ...facts });
const decide = (who: Customer, id: string, how: string, note = 'Weighed again') =>
  post(who, `/proposals/${id}/${how}`, { note });
const proposed = async (who: Customer, facts: BarFacts): Promise<BarProposal> => {
  const reply = await propose(who, facts);
  if (reply.status !== 201) throw new Error(await reply.text());
  return reply.json();
};
const received = async (facts: BarFacts): Promise<BarsPage['bars'][number]> => {
  const [one, other] = [await as('treasury'), await as('compliance')];
  expect(await outcome(await decide(other, (await proposed(one, facts)).id, 'approve'))).toBe(200);
  return inRegister(other, facts);
};
async function inRegister(who: Customer, { serial }: BarFacts, where = 'vault') {
  const { bars } = await get<BarsPage>(who, `/register?find=${serial}&where=${where}`);
  const found = bars.find((one) => one.serial === serial);
  if (found === undefined) throw new Error(`no bar ${serial}`);
  return found;
}
const gold = async (who: Customer) =>
  (await get<BarsOverview>(who, '')).metals.find(({ metal }) => metal === 'gold');
async function auditOf(key: string) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor, before, after, note FROM audit_log WHERE subject_kind = 'bar' AND subject_id = ? ORDER BY seq`,
  )
    .bind(key)
    .all<{ action: string; actor: string; before: string | null; after: string; note: string }>();
  return results;
}

test('a bar comes in by two operators, with its fine weight in the books, the stock and the log', async () => {
  const [one, other] = [await as('treasury'), await as('compliance')];
  const facts = bar({
    refiner: '  Metalor   Technologies ',
    serial: `cd-${crypto.randomUUID().slice(0, 8)}`,
  });
  const before = await gold(one);
  const proposal = await proposed(one, facts);
  const serial = facts.serial.toUpperCase();
  expect(proposal).toMatchObject({
    kind: 'bar-receipt',
    state: 'open',
    mine: true,
    waitsForMe: false,
    bar: { refiner: 'Metalor Technologies', serial, grossE3: 401_125, assayE1: 9_958, fineE3: 399_440 },
  });
  expect(await gold(one)).toEqual(before);
  const { proposals } = await get<BarProposalsPage>(other, '/proposals');
  expect(proposals.find(({ id }) => id === proposal.id)).toMatchObject({ waitsForMe: true, reason: REASON });
  const waiting = async () => (await (await asOperator(other)('/waiting')).json<WaitingWork>()).bars;
  const waited = await waiting();
  expect(waited).toBeGreaterThan(0);

  expect(await outcome(await decide(one, proposal.id, 'approve'))).toBe('SecondOperatorNeeded');
  expect(await outcome(await decide(other, proposal.id, 'approve'))).toBe(200);
  expect(await waiting()).toBe(waited - 1);
  const after = await gold(one);
  expect(after).toMatchObject({
    bars: (before?.bars ?? 0) + 1,
    barsE4: (before?.barsE4 ?? 0) + FINE_E4,
    customersE4: before?.customersE4,
    freeE4: (before?.freeE4 ?? 0) + FINE_E4,
    uncoveredE4: 0,
  });
  expect(await inRegister(one, { ...facts, serial })).toMatchObject({
    sample: false,
    fineE3: 399_440,
    outAt: null,
  });
  const entries = await env.DB.prepare(
    `SELECT e.account_id AS account, e.asset, e.amount FROM entries e JOIN bars b ON b.in_operation = e.operation_id
     WHERE b.serial = ? ORDER BY e.line`,
  )
    .bind(serial)
    .all();
  expect(entries.results).toEqual([
    { account: 'house:metal-inventory', asset: 'gold', amount: FINE_E4 },
    { account: 'house:suppliers', asset: 'gold', amount: -FINE_E4 },
  ]);
  expect(await auditOf(`gold/metalor technologies/${serial}`)).toMatchObject([
    { action: 'proposal.made', actor: one.email, note: REASON },
    {
      action: 'bar.received',
      actor: other.email,
      note: REASON,
      before: expect.stringContaining(one.email) as string,
      after: expect.stringContaining('"fineE3":399440') as string,
    },
  ]);
  // Sent again, it is answered as before and done once.
  expect(await outcome(await decide(other, proposal.id, 'approve'))).toBe(200);
  expect((await gold(one))?.bars).toBe(after?.bars);
  await expectBooksToBalance(env.DB);
});

test('a bar leaves by two operators, and may come back as a row of its own', async () => {
  const facts = bar();
  const there = await received(facts);
  const [one, other] = [await makeOperator(), await makeOperator()];
  const before = await readFreeE4(env.DB, 'gold');
  const reply = await post(one, `/${there.id}/releases`, { reason: 'Sold to a refiner' });
  expect(reply.status).toBe(201);
  const { id, kind, bar: about } = await reply.json<BarProposal>();
  expect({ kind, about }).toMatchObject({ kind: 'bar-release', about: { ...facts, fineE3: 399_440 } });
  expect(await outcome(await decide(one, id, 'approve'))).toBe('SecondOperatorNeeded');
  expect(await outcome(await decide(other, id, 'approve'))).toBe(200);
  expect(await readFreeE4(env.DB, 'gold')).toBe(before - FINE_E4);
  expect((await inRegister(one, facts, 'gone')).outAt).not.toBeNull();
  expect(await outcome(await post(one, `/${there.id}/releases`, { reason: REASON }))).toBe('BarNotInVault');
  expect((await received(facts)).id).not.toBe(there.id);
  await expectBooksToBalance(env.DB);
});

describe('who may', () => {
  test.each([
    ['treasury', true, true, true],
    ['compliance', true, false, true],
    ['auditor', true, false, false],
    ['support', false, false, false],
    ['content', false, false, false],
  ] as const)('%s: read %s, propose %s, decide %s', async (role, reads, proposes, decides) => {
    const [who, owner] = [await as(role), await makeOperator()];
    expect((await asOperator(who)('/bars')).status).toBe(reads ? 200 : 403);
    expect((await asOperator(who)('/bars/register')).status).toBe(reads ? 200 : 403);
    expect((await propose(who, bar())).status).toBe(proposes ? 201 : 403);
    const { id } = await proposed(owner, bar());
    expect((await decide(who, id, 'approve')).status).toBe(decides ? 200 : 403);
  });

  test('a customer sees nothing, and a proof is needed for every change', async () => {
    expect((await asOperator(await createCustomer(env))('/bars')).status).toBe(403);
    const unproved = await makeOperator({ steppedUp: false });
    expect(await outcome(await propose(unproved, bar()))).toBe('StepUpRequired');
  });

  test('nothing is decided about people here, nor about bars there', async () => {
    const [one, other, subject] = [await makeOperator(), await makeOperator(), await makeOperator()];
    const about = await asOperator(one)('/proposals', {
      method: 'POST',
      body: { kind: 'revoke', userId: subject.userId, reason: REASON },
    });
    const person = await about.json<{ id: string }>();
    const thing = await proposed(one, bar());
    for (const how of ['approve', 'reject', 'withdraw'])
      expect(await outcome(await decide(other, person.id, how))).toBe('NotFound');
    const there = await asOperator(other)(`/proposals/${thing.id}/approve`, {
      method: 'POST',
      body: { note: '' },
    });
    expect(await outcome(there)).toBe('NotFound');
    const list = async (path: string) =>
      (await (await asOperator(other)(path)).json<{ proposals: { id: string }[] }>()).proposals.map(
        ({ id }) => id,
      );
    expect(await list('/proposals')).not.toContain(thing.id);
    expect(await list('/bars/proposals')).not.toContain(person.id);
  });

  test('a proposal of who may no longer propose is void; one that nobody decided in time is over', async () => {
    const [one, other] = [await makeOperator(), await makeOperator()];
    const { id } = await proposed(one, bar());
    await env.DB.prepare('DELETE FROM operator_roles WHERE user_id = ?').bind(one.userId).run();
    expect(await outcome(await decide(other, id, 'approve'))).toBe('ProposalVoid');
    const late = await proposed(other, bar());
    await env.DB.prepare(
      'UPDATE operator_proposals SET proposed_at = proposed_at - ?2, expires_at = expires_at - ?2 WHERE id = ?1',
    )
      .bind(late.id, PROPOSAL_LIFETIME_MS)
      .run();
    expect(await outcome(await decide(await makeOperator(), late.id, 'approve'))).toBe('ProposalExpired');
  });
});

test('rejected or taken back, nothing moves', async () => {
  const [one, other] = [await makeOperator(), await makeOperator()];
  const before = await gold(one);
  const [first, second] = [await proposed(one, bar()), await proposed(one, bar())];
  expect(await outcome(await decide(other, first.id, 'reject'))).toBe(200);
  expect(await outcome(await decide(other, first.id, 'approve'))).toBe('ProposalDecided');
  expect(await outcome(await decide(other, second.id, 'withdraw'))).toBe('Forbidden');
  expect(await outcome(await decide(one, second.id, 'withdraw'))).toBe(200);
  expect(await gold(one)).toEqual(before);
});

test('a bar is in the vault once, whatever its spelling, and however many receive it at once', async () => {
  const [one, other] = [await makeOperator(), await makeOperator()];
  const facts = bar();
  const proposal = await proposed(one, facts);
  expect(await outcome(await propose(other, { ...facts, refiner: 'METALOR' }))).toBe('ProposedAlready');
  const deciders = await Promise.all([1, 2, 3, 4].map(() => makeOperator()));
  const done = await outcomes(deciders.map((who) => decide(who, proposal.id, 'approve')));
  expect(done).toEqual({ 200: 1, ProposalDecided: 3 });
  const there = { ...facts, refiner: 'metalor', serial: facts.serial.toLowerCase() };
  expect(await outcome(await propose(other, there))).toBe('BarInVault');
  // Two proposals about it cannot be open; a command may be faster than one.
  const late = bar();
  const { id } = await proposed(one, late);
  expect(await receive(env.DB, BY, [late], { withoutApproval: true, note: null }, Date.now())).toMatchObject({
    ok: true,
  });
  expect(await outcome(await decide(other, id, 'approve'))).toBe('BarInVault');
  await expectBooksToBalance(env.DB);
});

test.each([
  [{ metal: 'platinum' }, null],
  [{ refiner: '' }, 'barRefiner'],
  [{ refiner: '<script>' }, 'barRefiner'],
  [{ refiner: 'Um\u202Eicore' }, 'barRefiner'],
  [{ serial: '１２３' }, 'barSerial'],
  [{ serial: 7 }, 'barSerial'],
  [{ assayE1: 9_949 }, 'barAssay'],
  [{ assayE1: 9_958.5 }, 'barAssay'],
  [{ grossE3: '401125' }, 'barWeight'],
  [{ grossE3: -401_125 }, 'barWeight'],
  [{ grossE3: 1e308 }, 'barWeight'],
  [{ grossE3: 401_126 }, 'barStep'],
  [{ metal: 'silver' }, 'barAssay'],
  [{ reason: 'x' }, 'reasonRequired'],
] as const)('%j is refused: %s', async (wrong, code) => {
  const reply = await propose(await makeOperator(), { ...bar(), ...wrong });
  expect(reply.status).toBe(422);
  const { errors = [] } = await reply.json<Problem & { errors?: { code: string }[] }>();
  expect(code === null || errors.some((error) => error.code === code)).toBe(true);
});

test('an unknown bar, proposal and page are told', async () => {
  const who = await makeOperator();
  expect(await outcome(await post(who, '/none/releases', { reason: REASON }))).toBe('NotFound');
  for (const how of ['approve', 'reject', 'withdraw'])
    expect(await outcome(await decide(who, 'none', how))).toBe('NotFound');
  expect(await outcome(await asOperator(who)('/bars/register?cursor=x'))).toBe('ValidationFailed');
  expect(await outcome(await asOperator(who)('/bars/register?metal=lead'))).toBe('ValidationFailed');
});

test('the register is read page by page, by metal and by a part of a name', async () => {
  const who = await as('auditor');
  const seen = new Set<string>();
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 3; page += 1) {
    const next: BarsPage = await get<BarsPage>(
      who,
      `/register?metal=silver${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect(next.bars.every(({ metal, sample }) => metal === 'silver' && sample)).toBe(true);
    for (const { id } of next.bars) seen.add(id);
    cursor = next.nextCursor;
  }
  expect(seen.size).toBe(150);
  const { bars } = await get<BarsPage>(who, '/register?find=vault7&metal=gold');
  expect(bars.length).toBeGreaterThan(0);
  expect(bars.every(({ serial }) => serial.includes('VAULT7'))).toBe(true);
});

const BY: AuditActor = { actorId: null, actor: 'npm run bars (ana@desk)', device: null, place: null };

describe('the command', () => {
  const alone = { withoutApproval: true, note: 'Opening stock' } as const;

  test('where two owners could decide, wants to be told that it shall do without', async () => {
    await Promise.all([makeOperator(), makeOperator()]);
    const facts = bar();
    const asked = { withoutApproval: false, note: null };
    for (const refusal of [
      await receive(env.DB, BY, [facts], asked, Date.now()),
      await release(env.DB, BY, facts, asked, Date.now()),
    ]) {
      expect(refusal.ok).toBe(false);
      expect(refusal.says).toContain('/admin/bars');
    }
    expect(await auditOf(`gold/metalor/${facts.serial}`)).toEqual([]);
  });

  test('receives a list once, in batches that are logged, and releases one', async () => {
    await Promise.all([makeOperator(), makeOperator()]);
    const list = Array.from({ length: 23 }, () => bar({ refiner: 'Umicore' }));
    const before = await readFreeE4(env.DB, 'gold');
    const first = await receive(env.DB, BY, list, alone, Date.now());
    expect(first.says).toContain('Bars received: 23.');
    expect(await readFreeE4(env.DB, 'gold')).toBe(before + 23 * FINE_E4);
    const again = await receive(env.DB, BY, list, alone, Date.now());
    expect(again.says).toContain('Bars received: 0.\nIn the vault already: 23.');
    const lines = await env.DB.prepare(
      `SELECT after FROM audit_log WHERE action = 'bar.received' AND actor = ? AND note = 'Opening stock'`,
    )
      .bind(BY.actor)
      .all<{ after: string }>();
    const logged = lines.results.map(({ after }) => JSON.parse(after) as { bars: string[] });
    expect(logged.map(({ bars }) => bars.length)).toEqual([20, 3]);
    expect(logged[0]).toHaveProperty('withoutApproval', true);

    const [one] = list;
    if (one === undefined) throw new Error('a list of bars');
    expect(await release(env.DB, BY, one, alone, Date.now())).toMatchObject({ ok: true });
    expect(await release(env.DB, BY, one, alone, Date.now())).toMatchObject({ ok: false });
    expect(await readFreeE4(env.DB, 'gold')).toBe(before + 22 * FINE_E4);
    await expectBooksToBalance(env.DB);
  });
});
