// What two operators record of a withdrawal that the bank has: paid, or back, by the same entries as the bank's own word; and what the bank
// says afterwards.

import { expect, test, vi } from 'vitest';
import type { WithdrawalProposalKind } from '../../../worker/domain/operator-proposals.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { approveAndTell, rejectProposal } from '../../../worker/services/operators/decide-proposal.ts';
import {
  proposeAboutWithdrawal,
  WITHDRAWALS,
} from '../../../worker/services/operators/withdrawal-proposals.ts';
import { oneQueued, resolveContradictions } from '../../../worker/services/operators/withdrawals.ts';
import { applyPayout, orderedCents } from '../../../worker/services/settle-withdrawal.ts';
import {
  actor,
  ask,
  type Books,
  cashOf,
  depsOf,
  findingsOf,
  houseOf,
  OPERATORS,
  payoutOf,
  send,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const CASH = 500_000;
const AMOUNT = 100_000;
const REASON = 'Told by the bank on the telephone';
const [ONE, OTHER, THIRD] = [actor(OPERATORS[0]), actor(OPERATORS[1]), actor(OPERATORS[2])];

const deps = (books: Books) => depsOf(books) as never;
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** At a bank that has taken it and says nothing more. */
async function sending(method: 'wire' | 'pix' = 'wire') {
  const books = await withdrawalBooks(CASH);
  books.bank.mood = 'pending';
  const made = await ask(books, AMOUNT, method);
  if (!made.ok) throw new Error(made.error);
  await send(books);
  return { books, id: made.value.id };
}

const propose = (books: Books, id: string, kind: WithdrawalProposalKind, by = ONE) =>
  proposeAboutWithdrawal(deps(books), by, { id, kind, reference: 'case 14', reason: REASON });
async function decided(books: Books, id: string, kind: WithdrawalProposalKind) {
  const proposed = await propose(books, id, kind);
  if (!proposed.ok) return proposed.error.code;
  const approved = await approveAndTell(deps(books), WITHDRAWALS, OTHER, { id: proposed.value.id, note: '' });
  return approved.ok ? approved.value.state : approved.error.code;
}
const say = async (books: Books, id: string, outcome: 'paid' | 'returned') => {
  const payout = await payoutOf(books, id);
  const said = { reference: `bank-${id}`, outcome, sentCents: orderedCents(payout) ?? -1 };
  return applyPayout(depsOf(books), payout, said);
};
const letters = async ({ db }: Books) => {
  const { results } = await db
    .prepare(`SELECT kind FROM mail_outbox WHERE user_id = 'ana'`)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
};

test.each(['wire', 'pix'] as const)('a %s that was paid ends as if the bank had said so', async (method) => {
  const [byHand, byBank] = [await sending(method), await sending(method)];
  expect(await decided(byHand.books, byHand.id, 'withdrawal-paid')).toBe('approved');
  await say(byBank.books, byBank.id, 'paid');
  expect(await payoutOf(byHand.books, byHand.id)).toMatchObject({ state: 'paid' });
  expect(await houseOf(byHand.books)).toEqual(await houseOf(byBank.books));
  expect(await letters(byHand.books)).toContain('withdrawal-paid');
  expect(await findingsOf(byHand.books)).toEqual([]);
});

test('one that came back is the customer’s again, fee and all, and once', async () => {
  const { books, id } = await sending();
  expect(await decided(books, id, 'withdrawal-returned')).toBe('approved');
  expect(await payoutOf(books, id)).toMatchObject({ state: 'returned' });
  expect(await cashOf(books)).toBe(CASH);
  expect(await letters(books)).toContain('withdrawal-returned');
  expect(await decided(books, id, 'withdrawal-paid')).toBe('NotAsProposed');
  expect(await findingsOf(books)).toEqual([]);
});

test('what was paid and came back, and no bank says so, is a movement of its own', async () => {
  const { books, id } = await sending();
  await say(books, id, 'paid');
  expect(await decided(books, id, 'withdrawal-paid')).toBe('NotAsProposed');
  expect(await decided(books, id, 'withdrawal-returned')).toBe('approved');
  expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', returnId: `return-${id}` });
  expect(await cashOf(books)).toBe(CASH - 2_500);
  expect(await decided(books, id, 'withdrawal-returned')).toBe('NotAsProposed');
  // The bank agrees afterwards: nothing more moves.
  expect(await say(books, id, 'returned')).toMatchObject({ value: { applied: false } });
  expect(await findingsOf(books)).toEqual([]);
});

test('takes two who are not the customer, and one proposal at a time; rejected it changes nothing', async () => {
  const { books, id } = await sending();
  const proposed = await propose(books, id, 'withdrawal-paid');
  if (!proposed.ok) throw new Error(proposed.error.code);
  expect(await propose(books, id, 'withdrawal-returned', OTHER)).toMatchObject({
    error: { code: 'ProposedAlready' },
  });
  expect(await propose(books, id, 'withdrawal-paid', actor('ana'))).toMatchObject({
    error: { code: 'OwnAccount' },
  });
  const approve = (by: typeof ONE) =>
    approveAndTell(deps(books), WITHDRAWALS, by, { id: proposed.value.id, note: '' });
  expect(await approve(ONE)).toMatchObject({ error: { code: 'SecondOperatorNeeded' } });
  expect(await approve(actor('ana'))).toMatchObject({ error: { code: 'OwnAccount' } });
  const decision = { id: proposed.value.id, note: 'Not what the bank says' };
  expect((await rejectProposal(deps(books), WITHDRAWALS, OTHER, decision)).ok).toBe(true);
  expect(await approve(THIRD)).toMatchObject({ error: { code: 'ProposalDecided' } });
  expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
  expect(await cashOf(books)).toBe(CASH - AMOUNT);
  expect(await propose(books, 'nothing', 'withdrawal-paid')).toMatchObject({ error: { code: 'NotFound' } });
});

test('of one whose freeze is about to end it is void, to the millisecond at which it ends', async () => {
  const { books, id } = await sending();
  const proposed = await propose(books, id, 'withdrawal-returned');
  if (!proposed.ok) throw new Error(proposed.error.code);
  const endsAt = books.now + DAY_MS;
  books.node.exec(
    `INSERT INTO freezes (user_id, frozen_at, ends_at) VALUES ('op-1', ${books.now}, ${endsAt})`,
  );
  const approve = () => approveAndTell(deps(books), WITHDRAWALS, OTHER, { id: proposed.value.id, note: '' });
  books.now = endsAt - 1;
  expect(await approve()).toMatchObject({ error: { code: 'ProposalVoid' } });
  expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
  books.now = endsAt;
  expect(await approve()).toMatchObject({ value: { state: 'approved' } });
  expect(await payoutOf(books, id)).toMatchObject({ state: 'returned' });
});

test('before it is with the bank there is nothing to record', async () => {
  const books = await withdrawalBooks(CASH);
  const made = await ask(books, AMOUNT);
  if (!made.ok) throw new Error(made.error);
  for (const kind of ['withdrawal-paid', 'withdrawal-returned'] as const)
    expect(await decided(books, made.value.id, kind)).toBe('NotAsProposed');
});

test('where the bank speaks first the approval moves nothing; both at once are one end', async () => {
  const noted = quiet();
  const { books, id } = await sending();
  const proposed = await propose(books, id, 'withdrawal-returned');
  if (!proposed.ok) throw new Error(proposed.error.code);
  const approve = (by: typeof ONE) =>
    approveAndTell(deps(books), WITHDRAWALS, by, { id: proposed.value.id, note: '' });
  await Promise.all([say(books, id, 'returned'), approve(OTHER), approve(THIRD), say(books, id, 'returned')]);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'returned' });
  expect(await cashOf(books)).toBe(CASH);
  expect(await findingsOf(books)).toEqual([]);
  noted.mockRestore();
});

test('where the bank says paid first, “never executed” does not become “came back”: nothing is paid twice', async () => {
  const { books, id } = await sending();
  const proposed = await propose(books, id, 'withdrawal-returned');
  if (!proposed.ok) throw new Error(proposed.error.code);
  expect(proposed.value.proposedIn).toBe('sending');
  await say(books, id, 'paid');
  const paid = await payoutOf(books, id);
  const decision = { id: proposed.value.id, note: '' };
  for (const by of [OTHER, THIRD])
    expect(await approveAndTell(deps(books), WITHDRAWALS, by, decision)).toMatchObject({
      error: { code: 'NotAsProposed' },
    });
  expect(await payoutOf(books, id)).toEqual(paid);
  expect(await cashOf(books)).toBe(CASH - AMOUNT);
  expect(await letters(books)).not.toContain('withdrawal-returned');
  // Rejected, it makes room for one that says what is so now.
  expect((await rejectProposal(deps(books), WITHDRAWALS, OTHER, { ...decision, note: 'Paid' })).ok).toBe(
    true,
  );
  expect(await decided(books, id, 'withdrawal-returned')).toBe('approved');
  expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', returnId: `return-${id}` });
  expect(await findingsOf(books)).toEqual([]);
});

test.each(['withdrawal-paid', 'withdrawal-returned'] as const)(
  'a %s that was proposed before its state was stored is not approved, and can be proposed anew',
  async (kind) => {
    const { books, id } = await sending();
    const proposed = await propose(books, id, kind);
    if (!proposed.ok) throw new Error(proposed.error.code);
    books.node.exec(`UPDATE operator_proposals SET detail = '{"reference":"case 14"}'`);
    const decision = { id: proposed.value.id, note: '' };
    expect(await approveAndTell(deps(books), WITHDRAWALS, OTHER, decision)).toMatchObject({
      error: { code: 'NotAsProposed' },
    });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
    const rejected = await rejectProposal(deps(books), WITHDRAWALS, OTHER, { ...decision, note: 'Old' });
    expect(rejected.ok).toBe(true);
    expect(await decided(books, id, kind)).toBe('approved');
  },
);

test('what the bank says against it later is kept, and one operator says what was done', async () => {
  const noted = quiet();
  const { books, id } = await sending();
  await decided(books, id, 'withdrawal-returned');
  books.now += HOUR_MS;
  expect(await say(books, id, 'paid')).toMatchObject({ value: { applied: false } });
  expect(await cashOf(books)).toBe(CASH);
  const read = async () => {
    const one = await oneQueued(depsOf(books), ONE, id);
    return one.ok ? one.value.contradictions : [];
  };
  const [kept] = await read();
  expect(kept).toMatchObject({ kind: 'outcome', state: 'returned', said: 'paid', resolved: null });
  expect(await findingsOf(books)).toEqual([
    expect.stringContaining(`payout-contradictions-are-resolved: ${id} outcome`),
  ]);
  const resolution = { id, reason: 'The bank takes it back by itself', contradictions: [kept?.id ?? ''] };
  const resolve = (by: typeof ONE, over: object = {}) =>
    resolveContradictions(deps(books), by, { ...resolution, ...over });
  expect(await resolve(actor('ana'))).toMatchObject({ error: { code: 'OwnAccount' } });
  expect(await resolve(ONE, { contradictions: ['another'] })).toMatchObject({
    error: { code: 'WithdrawalChanged' },
  });
  expect(await resolve(ONE)).toMatchObject({ ok: true });
  expect(await resolve(OTHER)).toMatchObject({ error: { code: 'WithdrawalChanged' } });
  expect(await read()).toMatchObject([
    { resolved: { by: 'op-1@example.com', what: 'The bank takes it back by itself' } },
  ]);
  expect(await findingsOf(books)).toEqual([]);
  noted.mockRestore();
});
