// Reversals that race: with each other, with decisions, and with the customer. And random lives, some of whose parts are undone.

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReversalProposal } from '../../../worker/contract/operators/ledger.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { afterReversal, isReversible } from '../../../worker/domain/reversals.ts';
import type { LifeStep, Wait } from '../../fixtures/reversal-examples.ts';
import { expectBooksToBalance, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome, outcomes } from '../../support/money-calls.ts';
import { makeOperator } from './operator-calls.ts';
import {
  auditOf,
  decide,
  live,
  liveAll,
  operationOf,
  propose,
  proposed,
  stateOf,
  undo,
  worker,
  type World,
  world,
} from './reversal-world.ts';
import { runs } from '../../support/deep.ts';

const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const DEPOSIT = { do: 'deposit', cents: 500_000 } as const;
const BUY = { do: 'buy', metal: 'gold', ouncesE4: 10_000, priceCents: 100_000 } as const;

const reversalsOf = (operationId: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM operations WHERE reverses = ?')
    .bind(operationId)
    .first<number>('n');

test('one approval sent ten times in parallel reverses once and is answered alike', async () => {
  const { ana, proposer, approver } = await world();
  const { id, operationId } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
  const replies = await Promise.all(times(10, () => decide(approver, id, 'approve')));
  const bodies = await Promise.all(replies.map((reply) => reply.json<ReversalProposal>()));
  expect(replies.map(({ status }) => status)).toEqual(times(10, () => 200));
  expect(new Set(bodies.map(({ reversalId }) => reversalId)).size).toBe(1);
  expect(await reversalsOf(operationId)).toBe(1);
  expect((await stateOf(ana)).cashCents).toBe(0);
  expect((await auditOf(operationId)).map(({ action }) => action)).toEqual([
    'ledger.reversal-proposed',
    'ledger.reversal-approved',
  ]);
  await expectBooksToBalance(env.DB);
});

test('of five operators who decide at once, one does', async () => {
  const { ana, proposer } = await world();
  const { id, operationId } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
  const five = await Promise.all(times(5, () => makeOperator()));
  const counted = await outcomes(
    five.map((one, index) =>
      decide(one, id, index % 2 === 0 ? 'approve' : 'reject', { note: 'As I see it' }),
    ),
  );
  expect(counted).toEqual({ 200: 1, ProposalDecided: 4 });
  expect(await auditOf(operationId)).toHaveLength(2);
  expect([0, 500_000]).toContain((await stateOf(ana)).cashCents);
  await expectBooksToBalance(env.DB);
});

test('of ten operators who propose at once, one does', async () => {
  const { ana } = await world();
  const ten = await Promise.all(times(10, () => makeOperator()));
  const [first] = ten;
  if (first === undefined) throw new Error('ten are ten');
  const { operationId } = await operationOf(first, (await live(ana, DEPOSIT)).id);
  expect(await outcomes(ten.map((one) => propose(one, operationId)))).toEqual({
    201: 1,
    ReversalProposed: 9,
  });
  expect(await auditOf(operationId)).toHaveLength(1);
});

test('an approval that races sales of the same metal: either the sales or the reversal', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { ana, proposer, approver } = await world();
    await live(ana, DEPOSIT);
    const { id } = await proposed(proposer, (await live(ana, BUY)).id);
    const sales = await Promise.all(
      times(4, () =>
        quoteFor(env, ana, { side: 'sell', metal: 'gold', ouncesE4: 2_500, priceCents: 100_000 }),
      ),
    );
    const { trade } = callsOf(ana, worker);
    const [reversal, ...sold] = await Promise.all([
      decide(approver, id, 'approve').then(outcome),
      ...sales.map((quote) => trade(quote).then(outcome)),
    ]);
    const done = sold.filter((one) => one === 201).length;
    expect([reversal, done]).toEqual(reversal === 200 ? [200, 0] : ['ReversalShortOfMetal', 4]);
    expect((await stateOf(ana)).holdings.gold.ouncesE4).toBe(0);
  }
  await expectBooksToBalance(env.DB);
});

test('a reversed deposit that races purchases never leaves less than nothing', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { ana, proposer, approver } = await world();
    const { id } = await proposed(proposer, (await live(ana, DEPOSIT)).id);
    const quotes = await Promise.all(times(3, () => quoteFor(env, ana, { ...BUY, side: 'buy' })));
    const { trade } = callsOf(ana, worker);
    const [reversal, ...bought] = await Promise.all([
      decide(approver, id, 'approve').then(outcome),
      ...quotes.map((quote) => trade(quote).then(outcome)),
    ]);
    const done = bought.filter((one) => one === 201).length;
    expect([reversal, done]).toEqual(reversal === 200 ? [200, 0] : ['ReversalShortOfCash', 3]);
    expect((await stateOf(ana)).cashCents).toBe(reversal === 200 ? 0 : 500_000 - 3 * 100_500);
  }
  await expectBooksToBalance(env.DB);
});

test('many reversals of one account at once are each carried out once', async () => {
  const { ana, proposer, approver } = await world();
  await live(ana, DEPOSIT);
  const bought = [];
  for (let one = 0; one < 8; one += 1) bought.push(await live(ana, { ...BUY, ouncesE4: 1_000 }));
  const ids = [];
  for (const { id } of bought) ids.push((await proposed(proposer, id)).id);
  expect(await outcomes(ids.map((id) => decide(approver, id, 'approve')))).toEqual({ 200: 8 });
  const { cashCents, holdings } = await stateOf(ana);
  expect(cashCents).toBe(500_000);
  expect(holdings.gold).toMatchObject({
    ouncesE4: 0,
    costBasisCents: 0,
    boughtCents: 0,
    realisedGainCents: 0,
  });
  await expectBooksToBalance(env.DB);
});

const metal = fc.constantFrom(...TRADED_METALS);
const step: fc.Arbitrary<LifeStep | Wait | number> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      cents: fc.integer({ min: 10_000, max: 90_000 }).filter((cents) => ![13, 66].includes(cents % 100)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('buy' as const, 'sell' as const),
      metal,
      ouncesE4: fc.integer({ min: 200, max: 20_000 }),
      priceCents: fc.integer({ min: 5_000, max: 90_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'bonus' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(29, 30) }) },
  { weight: 3, arbitrary: fc.nat(40) },
);

type Seen = { readonly actual: unknown; readonly expected: unknown };
const NOTHING: Seen = { actual: null, expected: null };

/** Undoes one part of a life, and what the rule says should come of it. */
async function undoAndPredict(all: World, id: string, answers: Set<unknown>): Promise<Seen> {
  const shown = await operationOf(all.proposer, id);
  const { type, metal: of, ouncesE4, totalCents, realisedGainCents } = shown.transaction;
  if (shown.reversedBy !== null || !isReversible(type)) return NOTHING;
  const basisRemovedCents = realisedGainCents === null ? null : totalCents - realisedGainCents;
  const before = await stateOf(all.ana);
  const at = Date.parse(shown.transaction.createdAt);
  const asked = Date.now();
  const after = afterReversal(
    { type, metal: of, ouncesE4, totalCents, basisRemovedCents, at },
    before,
    asked,
  );
  const answer = await outcome(await undo(all, id));
  answers.add(answer);
  const { proposals } = await operationOf(all.proposer, id);
  const open = proposals.find(({ state }) => state === 'open');
  if (open !== undefined) await decide(all.proposer, open.id, 'withdraw');
  const state = await stateOf(all.ana);
  // The batch has a clock of its own.
  const isNow = after.ok && after.value.bonusSince === asked && (state.bonusSince ?? 0) >= asked;
  return {
    actual: { answer, state: isNow ? { ...state, bonusSince: asked } : state },
    expected: after.ok ? { answer: 200, state: after.value } : { answer: after.error, state: before },
  };
}

test('random lives: the books do what the rule says, step by step', async () => {
  const answers = new Set<unknown>();
  const lives = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 24, size: 'max' }),
    async (steps) => {
      const all = await world();
      const done = [(await live(all.ana, DEPOSIT)).id];
      const act = async (one: LifeStep | Wait | number): Promise<Seen> => {
        if (typeof one === 'number') return undoAndPredict(all, done[one % done.length] ?? '', answers);
        const [lived = null] = await liveAll(all.ana, [one]).catch(() => [null]);
        if (lived !== null) done.push(lived.id);
        return NOTHING;
      };
      // Each begins with a purchase that cannot be undone, because a part of it is sold.
      for (const one of [BUY, { ...BUY, do: 'sell', ouncesE4: 1_000 }, 1, ...steps] as const) {
        const { actual, expected } = await act(one);
        expect(actual).toEqual(expected);
      }
    },
  );
  await fc.assert(lives, { numRuns: runs(5, 200), seed: 20_261_121 });
  await expectBooksToBalance(env.DB);
  expect([...answers].map(String).toSorted()).toEqual(['200', 'ReversalShortOfCash', 'ReversalShortOfMetal']);
});
