// Reversals through the routes: the rule's examples against the real books, what the customer sees of one, and that it takes
// two operators.

import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReversalProposal, ReversalProposalsPage } from '../../../worker/contract/operators/ledger.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { storedOrCounted } from '../../../worker/services/public-stats.ts';
import { REVERSAL_EXAMPLES } from '../../fixtures/reversal-examples.ts';
import { makeOperatorStatement, setRolesStatements } from '../../../worker/db/operators/operators.ts';
import { withApp } from '../security/account.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';
import { makeOperator } from './operator-calls.ts';
import {
  auditOf,
  call,
  decide,
  hub,
  live,
  liveAll,
  operationOf,
  propose,
  proposed,
  REASON,
  stateOf,
  transactionsOf,
  undo,
  worker,
  world,
} from './reversal-world.ts';

afterEach(() => expectBooksToBalance(env.DB));

const DEPOSIT = { do: 'deposit', cents: 500_000 } as const;
const BUY = { do: 'buy', metal: 'gold', ouncesE4: 10_000, priceCents: 100_000 } as const;
const SELL = { ...BUY, do: 'sell', ouncesE4: 5_000 } as const;

describe('by example, in the books', () => {
  test.each(REVERSAL_EXAMPLES)('$name', async ({ life, undo: index, after }) => {
    const all = await world();
    const receipt = (await liveAll(all.ana, life))[index]?.id ?? '';
    const before = await stateOf(all.ana);
    const shown = (await operationOf(all.proposer, receipt)).reversal;
    const answer = await outcome(await undo(all, receipt));
    const state = await stateOf(all.ana);
    const refused = typeof after === 'string';
    // Refused: nothing has moved. Otherwise as worked out by hand.
    expect(answer).toBe(refused ? after : 200);
    expect(state).toMatchObject(
      refused
        ? before
        : { cashCents: after.cashCents, holdings: { gold: after.gold ?? {}, silver: after.silver ?? {} } },
    );
    // What operators were shown before they decided is what came of it.
    expect(shown?.shortfall).toBe(refused ? after : null);
    expect(shown?.before.cashCents).toBe(before.cashCents);
    expect(shown?.after?.cashCents).toBe(refused ? undefined : state.cashCents);
  });
});

describe('what the customer sees', () => {
  test('a transaction of its own, the receipt by e-mail, a notice, and the first one marked', async () => {
    const all = await world();
    await live(all.ana, DEPOSIT);
    const bought = await live(all.ana, BUY);
    hub.notices.length = 0;
    const note = 'Sua ordem tinha chegado duas vezes.';
    expect((await undo(all, bought.id, { customerNote: note })).status).toBe(200);

    const [reversal, first] = await transactionsOf(all.ana);
    expect(reversal).toMatchObject({
      type: 'reversal',
      reverses: bought.id,
      reversedType: 'buy',
      metal: 'gold',
      ouncesE4: 10_000,
      totalCents: 100_500,
      realisedGainCents: 0,
      status: 'completed',
      notes: note,
    });
    expect(first).toMatchObject({
      id: bought.id,
      type: 'buy',
      status: 'completed',
      reversedBy: reversal?.id,
    });
    const mail = await env.DB.prepare(`SELECT kind, message, rank FROM mail_outbox WHERE id = ?`)
      .bind(`receipt:${reversal?.id}`)
      .first<{ kind: string; message: string; rank: number }>();
    expect(mail).toMatchObject({ kind: 'reversal-receipt', rank: 0 });
    expect(JSON.parse(mail?.message ?? '')).toMatchObject({ of: 'buy', reverses: bought.id, note });
    expect(hub.notices).toEqual([[all.ana.userId, 'portfolio-changed']]);
  });

  test('the gain of a reversed sale goes as it came', async () => {
    const all = await world();
    for (const step of [DEPOSIT, BUY]) await live(all.ana, step);
    const sold = await live(all.ana, { ...SELL, priceCents: 120_000 });
    await undo(all, sold.id);
    const [reversal, sale] = await transactionsOf(all.ana);
    expect(reversal?.realisedGainCents).toBe(-(sale?.realisedGainCents ?? 0));
    expect(sale?.realisedGainCents).toBe(9_450);
    const { totals } = await (await callsOf(all.ana, worker).get('/api/portfolio')).json<Portfolio>();
    expect(totals.realisedGainCents).toBe(0);
  });

  test('the first answer, sent again, is byte for byte the same', async () => {
    const all = await world();
    await live(all.ana, DEPOSIT);
    const { trade } = callsOf(all.ana, worker);
    const quote = await quoteFor(env, all.ana, { ...BUY, side: 'buy' });
    const first = await (await trade(quote, 'a key')).text();
    const { transaction } = JSON.parse(first) as { transaction: { id: string } };
    await undo(all, transaction.id);
    const again = await trade(quote, 'a key');
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(first);
  });

  test('a bonus that was taken back cannot be claimed again, and nobody waits for it', async () => {
    const all = await world();
    const claimed = await live(all.ana, { do: 'bonus' });
    await undo(all, claimed.id);
    const calls = callsOf(all.ana, worker);
    expect(await outcome(await calls.post('/api/bonus/claim', {}, crypto.randomUUID()))).toBe(
      'BonusAlreadyClaimed',
    );
    expect(await (await calls.get('/api/portfolio')).json()).toMatchObject({ bonus: { status: 'free' } });
  });

  test('the deposit that came back is not counted as paid in', async () => {
    const all = await world();
    const paid = await live(all.ana, DEPOSIT);
    await undo(all, paid.id);
    const history = await (
      await callsOf(all.ana, worker).get('/api/portfolio/history?range=7D')
    ).json<{ points: { paidInCents: number; cashCents: number }[] }>();
    const [first] = history.points;
    const last = history.points.at(-1);
    expect(last?.cashCents).toBe(0);
    // What the balance lost was taken back, not lost.
    expect(last?.paidInCents).toBe(0 - (first?.cashCents ?? 0));
  });

  test('a trade that was undone is none in the public counts', async () => {
    const all = await world();
    await live(all.ana, DEPOSIT);
    let clock = Date.now();
    const count = async () => {
      clock += 3_600_000;
      return (await storedOrCounted({ db: env.DB, env, now: () => clock })).trades;
    };
    const before = await count();
    const bought = await live(all.ana, BUY);
    expect(await count()).toBe(before + 1);
    await undo(all, bought.id);
    expect(await count()).toBe(before);
  });

  test('an inner hold is respected at once: the bonus that is held again cannot be sold', async () => {
    const all = await world();
    for (const step of [DEPOSIT, { do: 'bonus' } as const]) await live(all.ana, step);
    const [bought] = await liveAll(all.ana, [BUY, { do: 'wait', days: 30 }]);
    const { bonus } = await (await callsOf(all.ana, worker).get('/api/portfolio')).json<Portfolio>();
    expect(bonus.status).toBe('free');
    await undo(all, bought?.id ?? '');
    const sale = await quoteFor(env, all.ana, {
      side: 'sell',
      metal: 'silver',
      ouncesE4: 1,
      priceCents: 900_000,
    });
    expect(await outcome(await callsOf(all.ana, worker).trade(sale))).toBe('InsufficientHoldings');
    // A purchase more, and the 30 days begin again.
    await liveAll(all.ana, [BUY, { do: 'wait', days: 30 }, { ...BUY, ouncesE4: 100 }]);
    expect((await stateOf(all.ana)).holdings.silver.heldOuncesE4).toBe(0);
  });
});

describe('it takes two', () => {
  test('whoever proposes neither approves nor rejects, but may take it back', async () => {
    const { ana, proposer, approver } = await world();
    const { id } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
    expect(await outcome(await decide(proposer, id, 'approve'))).toBe('SecondOperatorNeeded');
    expect(await outcome(await decide(proposer, id, 'reject', { note: 'My own' }))).toBe(
      'SecondOperatorNeeded',
    );
    expect(await outcome(await decide(approver, id, 'withdraw'))).toBe('Forbidden');
    const withdrawn = await (await decide(proposer, id, 'withdraw')).json<ReversalProposal>();
    expect(withdrawn).toMatchObject({ state: 'withdrawn', mine: true, decidedBy: proposer.email });
    expect(await outcome(await decide(approver, id, 'approve'))).toBe('ProposalDecided');
    expect((await stateOf(ana)).cashCents).toBe(500_000);
  });

  test('a rejected one is over, and another may be proposed', async () => {
    const { ana, proposer, approver } = await world();
    const paid = await live(ana, DEPOSIT);
    const first = await proposed(proposer, paid.id);
    const rejected = await decide(approver, first.id, 'reject', { note: 'The payment is good.' });
    expect(await rejected.json()).toMatchObject({ state: 'rejected', decisionNote: 'The payment is good.' });
    const second = await proposed(approver, paid.id);
    expect(await outcome(await decide(proposer, second.id, 'approve'))).toBe(200);
    expect(
      (await auditOf(first.operationId)).map(({ action, actorId, note }) => [action, actorId, note]),
    ).toEqual([
      ['ledger.reversal-proposed', proposer.userId, REASON],
      ['ledger.reversal-rejected', approver.userId, 'The payment is good.'],
      ['ledger.reversal-proposed', approver.userId, REASON],
      ['ledger.reversal-approved', proposer.userId, null],
    ]);
  });

  test('nobody has a hand in a reversal on the own account', async () => {
    const { proposer, approver } = await world();
    const paid = await live(approver, DEPOSIT);
    const { operationId } = await operationOf(proposer, paid.id);
    expect(await outcome(await propose(approver, operationId))).toBe('OwnAccount');
    const { id } = await proposed(proposer, paid.id);
    expect(await outcome(await decide(approver, id, 'approve'))).toBe('OwnAccount');
    expect(await outcome(await decide(approver, id, 'reject', { note: 'Mine' }))).toBe('OwnAccount');
    expect(await outcome(await decide(await makeOperator(), id, 'approve'))).toBe(200);
  });

  test('a proposal of somebody whose role was taken away cannot be approved, only rejected', async () => {
    const { ana, proposer, approver } = await world();
    const { id } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
    await env.DB.prepare('DELETE FROM admin_users WHERE user_id = ?').bind(proposer.userId).run();
    expect(await outcome(await decide(approver, id, 'approve'))).toBe('ProposalVoid');
    expect(await outcome(await decide(approver, id, 'reject', { note: 'Void' }))).toBe(200);
  });

  test('each step needs a fresh proof of who it is', async () => {
    const { ana, proposer } = await world();
    const { id, operationId } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
    const tired = await makeOperator({ steppedUp: false });
    for (const reply of [
      await decide(tired, id, 'approve'),
      await decide(tired, id, 'reject', { note: 'Because' }),
      await propose(tired, operationId),
      await call(tired)('/ledger/checks', { method: 'POST' }),
    ]) {
      expect(await outcome(reply)).toBe('StepUpRequired');
    }
    expect((await stateOf(ana)).cashCents).toBe(500_000);
  });

  test('customers see none of it', async () => {
    const { ana, proposer } = await world();
    const { id, operationId } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
    const mallory = await createCustomer(env, { steppedUp: true, tier: 'premium' });
    for (const reply of [
      await propose(mallory, operationId),
      await decide(mallory, id, 'approve'),
      await call(mallory)('/ledger'),
      await call(mallory)('/ledger/movements'),
      await call(mallory)(`/ledger/operations/${operationId}`),
      await call(mallory)('/ledger/reversals'),
    ]) {
      expect(await outcome(reply)).toBe('Forbidden');
    }
  });
});

describe('what cannot be undone', () => {
  test('a reversal', async () => {
    const all = await world();
    await undo(all, (await live(all.ana, DEPOSIT)).id);
    const [reversal] = await transactionsOf(all.ana);
    const shown = await operationOf(all.proposer, reversal?.id ?? '');
    expect(shown).toMatchObject({ kind: 'reversal', reversal: null, reverses: expect.any(String) });
    expect(await outcome(await propose(all.proposer, shown.operationId))).toBe('OperationNotReversible');
  });

  test('what was undone before', async () => {
    const all = await world();
    const paid = await live(all.ana, DEPOSIT);
    await undo(all, paid.id);
    const shown = await operationOf(all.proposer, paid.id);
    expect(shown.reversal).toBeNull();
    expect(shown.reversedBy).toEqual(expect.any(String));
    expect(await outcome(await propose(all.proposer, shown.operationId))).toBe('AlreadyReversed');
  });

  test('a deposit that moved nothing yet, or never will', async () => {
    const { ana, proposer } = await world();
    for (const amountCents of [20_013, 20_066]) {
      const reply = await callsOf(ana, worker).deposit({ amountCents, method: 'wire' });
      const { transaction } = await reply.json<{ transaction: { id: string } }>();
      const shown = await operationOf(proposer, transaction.id);
      expect(shown).toMatchObject({ kind: 'deposit', entries: [], reversal: null });
      expect(await outcome(await propose(proposer, shown.operationId))).toBe('NotFound');
    }
  });

  test('what has an open proposal is not proposed again', async () => {
    const { ana, proposer, approver } = await world();
    const { operationId } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
    expect(await outcome(await propose(approver, operationId))).toBe('ReversalProposed');
  });

  test('a card deposit gives its fee back too', async () => {
    const all = await world();
    const reply = await callsOf(all.ana, worker).deposit({ amountCents: 100_000, method: 'debit_card' });
    const { transaction } = await reply.json<{ transaction: { id: string } }>();
    await undo(all, transaction.id);
    const [reversal] = await transactionsOf(all.ana);
    const { entries } = await operationOf(all.proposer, reversal?.id ?? '');
    expect(entries).toEqual([
      { account: 'customer', asset: 'usd', amount: -100_000 },
      { account: 'fees', asset: 'usd', amount: -2_500 },
      { account: 'cash', asset: 'usd', amount: 102_500 },
    ]);
  });

  test.each([
    [{}, 'ValidationFailed'],
    [{ reason: 'too short' }, 'ValidationFailed'],
    [{ reason: 'x'.repeat(401) }, 'ValidationFailed'],
    [{ reason: '          \n      ' }, 'ValidationFailed'],
    [{ reason: `${REASON}\u202E` }, 'ValidationFailed'],
    [{ reason: REASON, customerNote: 'x'.repeat(201) }, 'ValidationFailed'],
    [{ reason: REASON, operationId: 'x'.repeat(101) }, 'ValidationFailed'],
    [{ reason: REASON, operationId: ['a'] }, 'ValidationFailed'],
    [{ reason: REASON, operationId: "' OR 1=1 --" }, 'NotFound'],
  ])('nonsense (%o) is refused as such', async (body, code) => {
    const operator = await makeOperator();
    const sent = { operationId: 'none', ...body };
    expect(await outcome(await call(operator)('/ledger/reversals', { method: 'POST', body: sent }))).toBe(
      code,
    );
    expect(await outcome(await decide(operator, "' OR 1=1 --", 'approve'))).toBe('NotFound');
  });
});

test('the list of proposals goes on page by page, open and decided apart', async () => {
  const { ana, proposer, approver } = await world();
  await env.DB.prepare('DELETE FROM reversal_proposals WHERE state <> ?').bind('approved').run();
  const ids: string[] = [];
  for (let one = 0; one < 27; one += 1) {
    ids.push((await proposed(proposer, (await live(ana, { do: 'deposit', cents: 10_000 })).id)).id);
  }
  await decide(approver, ids[0] ?? '', 'reject', { note: 'No need' });
  const read = async (query: string) =>
    (await call(approver)(`/ledger/reversals?${query}`)).json<ReversalProposalsPage>();
  const first = await read('state=open');
  const second = await read(`state=open&cursor=${first.nextCursor}`);
  expect([...first.proposals, ...second.proposals].map(({ id }) => id).toSorted()).toEqual(
    ids.slice(1).toSorted(),
  );
  expect(second.nextCursor).toBeNull();
  expect(first.proposals[0]).toMatchObject({
    state: 'open',
    mine: false,
    waitsForMe: true,
    proposedBy: proposer.email,
    type: 'deposit',
    totalCents: 10_000,
    customer: { email: ana.email },
  });
  const decided = (await read('state=decided')).proposals;
  expect(decided.find(({ id }) => id === ids[0])).toMatchObject({ waitsForMe: false });
  const waitingFor = async (who: Customer) =>
    (await (await call(who)('/waiting')).json<WaitingWork>()).reversals;
  // For everybody but who proposed them, and but whose account they are about.
  expect(await waitingFor(approver)).toBe(26);
  expect(await waitingFor(proposer)).toBe(0);
  await env.DB.batch([
    makeOperatorStatement(env.DB, ana.userId, 1),
    ...setRolesStatements(env.DB, ana.userId, ['owner'], 1),
  ]);
  await withApp(ana.userId);
  expect(await waitingFor(ana)).toBe(0);
  expect(await outcome(await call(approver)('/ledger/reversals?cursor=nonsense'))).toBe('ValidationFailed');
});
