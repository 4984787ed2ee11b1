// A refund by hand that nobody has booked yet, and the bank that says first that it sent it back itself: the money may have gone twice.

import { afterEach, expect, test, vi } from 'vitest';
import { findBrlPayment } from '../../../worker/db/brl-deposits.ts';
import { HAND_REFUNDS } from '../../../worker/db/hand-refunds.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { bookArrival } from '../../../worker/ledger/reais.ts';
import { contestSaid } from '../../../worker/services/contested-reais.ts';
import { watchForOperators } from '../../../worker/services/operator-alerts.ts';
import {
  answerTwice,
  approveHandRefund,
  dropHandRefund,
  holdRefund,
  proposeHandRefund,
} from '../../../worker/services/operators/hand-refunds.ts';
import { reaisAtWork } from '../../../worker/services/operators/reais.ts';
import { refundSaid } from '../../../worker/services/refund-reais.ts';
import {
  actor,
  type Books,
  depsOf,
  findingsOf,
  OPERATORS,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const NAME = { gateway: 'sandbox', id: 'E60701190202611241200abcdefghij1' };
const FIRST_KEY = `${NAME.id}R1`;
const NOTE = 'The account was closed.';
const [ONE, OTHER] = [actor(OPERATORS[0]), actor(OPERATORS[1])];
const deps = (books: Books) => depsOf(books) as never;

afterEach(() => void vi.restoreAllMocks());

/** The bank has refused the first attempt; an operator has held it, returned it at the bank and recorded his order. */
async function recorded() {
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const books = await withdrawalBooks(0);
  const payment = { ...NAME, method: 'pix', brlCents: 40_000, payerMac: null, paidAt: books.now } as const;
  await bookArrival(books.db, payment, {
    operationId: 'arrival',
    requestHash: 'x',
    state: 'refunding',
    accountId: null,
    depositId: null,
    reason: 'wrong-amount',
    now: books.now,
    alongside: [],
  });
  const find = async () => {
    const found = await findBrlPayment(books.db, NAME);
    if (found === null) throw new Error('it arrived');
    return found;
  };
  await refundSaid(deps(books), await find(), { key: FIRST_KEY, outcome: 'failed' });
  const held = await holdRefund(deps(books), ONE, { ...NAME, note: NOTE });
  const proposed = await proposeHandRefund(deps(books), ONE, {
    ...NAME,
    reference: 'TED 4711',
    reason: NOTE,
  });
  if (!held.ok || !proposed.ok) throw new Error('it is held and recorded');
  const id = proposed.value.byHand[0]?.id ?? '';
  const stateOf = async () => (await HAND_REFUNDS.find(books.db, id))?.state;
  return { books, id, find, stateOf };
}

const open = async (books: Books) => {
  await watchForOperators({ ...depsOf(books), env: { OPS_WEBHOOK_URL: '' } } as never, [], 300);
  return books.node
    .prepared(`SELECT kind || ' ' || subject || ' ' || figure AS alert FROM operator_alerts
      WHERE ended_at IS NULL AND kind = 'refund-twice'`)
    .all()
    .map(({ alert }) => alert);
};

const ENDED_BY = {
  'the attempt that it had refused': async ({ books, find }: Awaited<ReturnType<typeof recorded>>) =>
    refundSaid(deps(books), await find(), { key: FIRST_KEY, outcome: 'returned' }),
  'the payer’s own bank': async ({ books, find }: Awaited<ReturnType<typeof recorded>>) =>
    contestSaid(
      deps(books),
      await find(),
      { by: 'contest', key: 'D1', outcome: 'returned', brlCents: 40_000 },
      40_000,
    ),
};

test.each(Object.keys(ENDED_BY) as (keyof typeof ENDED_BY)[])(
  'is not forgotten where %s ends it before a second operator books it',
  async (by) => {
    const made = await recorded();
    const { books, id, stateOf } = made;
    expect(await open(books)).toEqual([]);
    books.now += DAY_MS;
    expect(await ENDED_BY[by](made)).toBe(true);
    expect(await approveHandRefund(deps(books), OTHER, id)).toMatchObject({
      error: { code: 'PaymentMoved' },
    });
    expect(await stateOf()).toBe('open');
    expect(await open(books)).toEqual(['refund-twice sandbox 1']);
    // The screen offers the answer, and says since when.
    const { byHand } = await reaisAtWork(deps(books), OTHER);
    expect(byHand).toMatchObject([{ id, bankSaidAt: new Date(books.now).toISOString(), answeredAt: null }]);
    // Nobody ends the alert without saying what became of the money.
    for (const who of [ONE, OTHER])
      expect(await dropHandRefund(deps(books), who, id)).toMatchObject({ error: { code: 'PaymentMoved' } });
    expect(await open(books)).toEqual(['refund-twice sandbox 1']);
    const answer = { note: 'The payer sent the second one back.' };
    expect((await answerTwice(deps(books), OTHER, id, answer)).ok).toBe(true);
    expect(await answerTwice(deps(books), ONE, id, answer)).toMatchObject({
      error: { code: 'PaymentMoved' },
    });
    expect(await dropHandRefund(deps(books), ONE, id)).toMatchObject({ error: { code: 'ProposalDecided' } });
    expect(await stateOf()).toBe('rejected');
    expect(await open(books)).toEqual([]);
    // What was done stands on the refund, where everybody who looks at it reads it.
    const after = await reaisAtWork(deps(books), ONE);
    expect(after.byHand).toMatchObject([
      {
        id,
        state: 'rejected',
        bankSaidAt: new Date(books.now).toISOString(),
        answeredAt: new Date(books.now).toISOString(),
        answeredBy: `${OPERATORS[1]}@example.com`,
        answer: answer.note,
      },
    ]);
    const logged = books.node
      .prepared(`SELECT note FROM audit_log WHERE action = 'reais.twice-answered'`)
      .all();
    expect(logged).toEqual([{ note: answer.note }]);
    expect(await findingsOf(books)).toEqual([]);
  },
);

test('its proposer may answer too, and it is then withdrawn; while the bank has said nothing there is nothing to answer', async () => {
  const made = await recorded();
  const { books, id, stateOf } = made;
  const answer = { note: 'It had not left at the counter.' };
  expect(await answerTwice(deps(books), ONE, id, answer)).toMatchObject({ error: { code: 'PaymentMoved' } });
  expect(await stateOf()).toBe('open');
  await ENDED_BY['the attempt that it had refused'](made);
  expect((await answerTwice(deps(books), ONE, id, answer)).ok).toBe(true);
  expect(await stateOf()).toBe('withdrawn');
  const { byHand } = await reaisAtWork(deps(books), OTHER);
  expect(byHand).toMatchObject([{ answeredBy: `${OPERATORS[0]}@example.com`, answer: answer.note }]);
});

test('while the bank has said nothing it is dropped as before', async () => {
  const { books, id, stateOf } = await recorded();
  expect((await dropHandRefund(deps(books), OTHER, id)).ok).toBe(true);
  expect(await stateOf()).toBe('rejected');
});
