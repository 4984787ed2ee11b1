// The card gateway of the runs with faults: it keeps to the contract of every gateway while it is healthy, never says what it does not know
// while it is not, and what it judges the product by finds what is planted.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentGateway, PaymentOrder } from '../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../worker/services/payment-gateway-sandbox.ts';
import { paymentGatewayContract } from '../support/payment-gateway-contract.ts';
import { cardsFromOutside } from './card-adapter.js';
import { withCardsFromOutside } from './card-bundle.ts';
import { CARD_TROUBLES, CardGateway, type CardLie } from './card-gateway.ts';
import { inspectCards } from './card-invariants.ts';
import { History } from './history.ts';
import { WORLD_SECRETS } from './runtime.ts';

const SECRET = WORLD_SECRETS.GATEWAY_SECRET;
const PAY_CENTS = 20_600;

let cards: CardGateway;
let gateway: PaymentGateway;
beforeAll(async () => {
  cards = await CardGateway.open(SECRET);
  gateway = cardsFromOutside(sandboxGateway(SECRET), cards.url);
});
beforeEach(() => {
  cards.mode = 'well';
});
afterAll(() => cards.close());

const order = (): PaymentOrder => ({
  key: crypto.randomUUID(),
  payCents: PAY_CENTS,
  amountCents: 20_000,
  method: 'debit_card',
  now: Date.now(),
});

paymentGatewayContract('the card gateway of the runs with faults', () => ({ gateway, order }));

test.each(CARD_TROUBLES.filter((trouble) => trouble !== 'slow'))(
  '%s: it throws, and the payment was taken all the same',
  async (trouble) => {
    const one = order();
    cards.mode = trouble;
    await expect(gateway.createPayment(one)).rejects.toBeInstanceOf(Error);
    cards.mode = 'well';
    expect(await gateway.findPayment(one.key, one.now)).toMatchObject({
      outcome: 'completed',
      paidCents: PAY_CENTS,
    });
  },
);

test.each<readonly [CardLie, 'completed' | 'failed', number]>([
  ['another-amount', 'completed', PAY_CENTS + 100],
  ['completed-after-failed', 'failed', PAY_CENTS],
])('%s: it is proved to be from the gateway, and it is a lie', async (lie, outcome, paidCents) => {
  const one = order();
  cards.mode = lie;
  const { callback, reference } = await gateway.createPayment(one);
  if (callback === null) throw new Error('a lie of a decision is a decision');
  expect(JSON.parse(callback.body)).toEqual({ key: one.key, reference, outcome, paidCents });
  expect(await gateway.isGenuine(callback, one.now)).toBe(true);
});

test('pending-after-completed: there is no callback, and asked it is under way', async () => {
  const one = order();
  await gateway.createPayment(one);
  cards.mode = 'pending-after-completed';
  expect((await gateway.createPayment(one)).callback).toBeNull();
  expect(await gateway.findPayment(one.key, one.now)).toMatchObject({ outcome: 'pending', paidCents: 0 });
});

test('it stands where the bundle makes its sandboxes, under whatever names', () => {
  const code = 'return[...r?[]:[mle(e.GATEWAY_SECRET)]]';
  expect(withCardsFromOutside(code)).toContain('[__cardsFromOutside(mle(e.GATEWAY_SECRET))]');
  expect(() => withCardsFromOutside('return[]')).toThrow('makes no sandbox');
});

describe('what is found', () => {
  const CREDITED = {
    id: 'd',
    status: 'completed',
    cents: 100,
    paid: 'r',
    why: null,
    settlements: 1,
    moved: 100,
    isOfRun: 1,
  };
  const PENDING = { ...CREDITED, status: 'pending', paid: null, settlements: 0, moved: 0 };
  const FAILED = { ...PENDING, status: 'failed', why: 'declined' };
  const said = (outcome: 'completed' | 'failed', more = {}) => ({
    key: 'd',
    reference: 'r',
    outcome,
    paidCents: 100,
    isHeard: true,
    isLate: false,
    isOrdinary: false,
    ...more,
  });
  const STRAY = { id: 'd', reference: 'r', cents: 100 };

  test.each([
    ['a credited payment', CREDITED, [], [said('completed')], 0, []],
    ['one that waits after a decline', FAILED, [STRAY], [said('failed'), said('completed')], 0, []],
    ['one that nobody has', PENDING, [], [said('completed')], 0, ['lost']],
    ['a decline that swallows a payment', FAILED, [], [said('failed'), said('completed')], 0, ['lost']],
    ['a credited one that waits as well', CREDITED, [STRAY], [said('completed')], 0, ['doubled']],
    [
      'a second one that nobody has',
      CREDITED,
      [],
      [said('completed'), said('completed', { reference: 's' })],
      0,
      ['lost'],
    ],
    ['one credited twice', { ...CREDITED, moved: 200 }, [], [said('completed')], 0, ['wrong']],
    ['money that nobody paid', CREDITED, [], [], 0, ['wrong']],
    ['a waiting one that nobody paid', PENDING, [STRAY], [], 0, ['wrong']],
    ['a decline that nobody said', FAILED, [], [], 0, ['wrong']],
    [
      'a contradiction that is told',
      CREDITED,
      [],
      [said('completed'), said('failed', { isLate: true })],
      1,
      [],
    ],
    ['one that is not', CREDITED, [], [said('completed'), said('failed', { isLate: true })], 0, ['lost']],
  ])('%s', async (_name, deposit, strays, events, told, kinds) => {
    const history = new History();
    const rows = async <T>(sql: string) => (sql.includes('FROM stray_payments') ? strays : [deposit]) as T[];
    await inspectCards(rows, history, { said: events, surprises: [] }, told);
    expect(history.findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('a decision that changed', async () => {
    const history = new History();
    for (const deposit of [FAILED, CREDITED])
      await inspectCards(
        async <T>(sql: string) => (sql.includes('FROM stray_payments') ? [] : [deposit]) as T[],
        history,
        { said: [said('failed'), ...(deposit === CREDITED ? [said('completed')] : [])], surprises: [] },
        0,
      );
    expect(history.findings.map(({ kind }) => kind)).toEqual(['wrong']);
  });
});
