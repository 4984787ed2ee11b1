// What every gateway for money out keeps to, whoever stands behind it. A gateway's own tests hand in its bank.

import { describe, expect, test } from 'vitest';
import type { PayoutEvent } from '../../worker/contract/withdrawals.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';
import type { SignedCallback } from '../../worker/services/payment-gateway.ts';
import type { Payout, PayoutGateway, PayoutOrder } from '../../worker/services/payout-gateway.ts';

export type PayoutBank = {
  readonly gateway: PayoutGateway;
  /** An order that ends so once `settle` was called; `under way` never does. */
  readonly order: (ends: 'paid' | 'returned' | 'under way') => PayoutOrder;
  readonly settle: (order: PayoutOrder, outcome: 'paid' | 'returned') => Promise<void>;
  /** What the bank calls back with. */
  readonly callback: (event: PayoutEvent, now: number) => Promise<SignedCallback>;
};

/** More than any gateway needs to say what became of a payment, a minute apart. */
const QUESTIONS = 5;

async function ended(gateway: PayoutGateway, { key, now }: PayoutOrder): Promise<Payout | null> {
  let found: Payout | null = null;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    found = await gateway.findPayout(key, now + asked * MINUTE_MS);
    if (found?.outcome !== 'pending') return found;
  }
  return found;
}

/** What is known after a callback: what it says, or what the gateway answers when it is asked about what it named. Null: not believed. */
async function heard(
  gateway: PayoutGateway,
  callback: SignedCallback,
  now: number,
): Promise<readonly (Omit<PayoutEvent, 'key' | 'outcome'> & Pick<Payout, 'outcome'>)[] | null> {
  if (!(await gateway.isGenuine(callback, now))) return null;
  const notices = gateway.readCallback(callback.body) ?? [];
  const answers = await Promise.all(
    notices.map(async ({ key, said }) => said ?? (await gateway.findPayout(key, now))),
  );
  return answers.filter((answer) => answer !== null);
}

const eventOf = ({ key }: PayoutOrder, payout: Payout, outcome: 'paid' | 'returned'): PayoutEvent => ({
  key,
  reference: payout.reference,
  outcome,
  sentCents: payout.sentCents,
});

export function payoutGatewayContract(name: string, open: () => Promise<PayoutBank>): void {
  describe(`${name}, as every gateway for money out`, () => {
    test('an order sent twice, or five times at once, is one payment with one name', async () => {
      const { gateway, order } = await open();
      const one = order('under way');
      const first = await gateway.createPayout(one);
      const again = await Promise.all(Array.from({ length: 5 }, () => gateway.createPayout(one)));
      expect(new Set([first, ...again].map(({ reference }) => reference)).size).toBe(1);
      const other = await gateway.createPayout(order('under way'));
      expect(other.reference).not.toBe(first.reference);
    });

    test('it keeps the amount of the first order, and says it', async () => {
      const { gateway, order } = await open();
      const one = order('under way');
      expect((await gateway.createPayout(one)).sentCents).toBe(one.cents);
      const more = await gateway.createPayout({ ...one, cents: one.cents + 100 });
      expect(more.sentCents).toBe(one.cents);
      expect((await gateway.findPayout(one.key, one.now))?.sentCents).toBe(one.cents);
    });

    test('a key that it has never heard of is null', async () => {
      const { gateway, order } = await open();
      expect(await gateway.findPayout(order('paid').key, 0)).toBeNull();
    });

    test.each(['paid', 'returned'] as const)(
      'what ends as %s is found so, under the same name',
      async (outcome) => {
        const { gateway, order, settle } = await open();
        const one = order(outcome);
        const { reference } = await gateway.createPayout(one);
        await settle(one, outcome);
        const found = await ended(gateway, one);
        expect(found).toMatchObject({ reference, outcome, sentCents: one.cents });
        expect((found?.failure ?? '-').length).toBeLessThanOrEqual(200);
        expect(found?.failure === undefined).toBe(outcome === 'paid');
      },
    );

    test('what is under way stays so, however often it is asked', async () => {
      const { gateway, order } = await open();
      const one = order('under way');
      expect((await gateway.createPayout(one)).outcome).toBe('pending');
      expect((await ended(gateway, one))?.outcome).toBe('pending');
    });

    test.each(['paid', 'returned'] as const)(
      'its callback that says %s is believed, and read',
      async (outcome) => {
        const { gateway, order, settle, callback } = await open();
        const one = order(outcome);
        const payout = await gateway.createPayout(one);
        await settle(one, outcome);
        await ended(gateway, one);
        const { key, ...event } = eventOf(one, payout, outcome);
        const sent = await callback({ key, ...event }, one.now);
        expect(gateway.readCallback(sent.body)).toMatchObject([{ key }]);
        expect(await heard(gateway, sent, one.now)).toMatchObject([event]);
      },
    );

    test('a forged, a changed and a recorded callback are not believed', async () => {
      const { gateway, order, settle, callback } = await open();
      const one = order('paid');
      const other = order('under way');
      const payout = await gateway.createPayout(one);
      const overtaken = await gateway.createPayout(other);
      await settle(one, 'paid');
      await ended(gateway, one);
      const event = eventOf(one, payout, 'paid');
      const { body, signature } = await callback(event, one.now);
      const more = await callback({ ...event, sentCents: event.sentCents + 100 }, one.now);
      const forged: readonly SignedCallback[] = [
        { body, signature: '' },
        { body, signature: `${signature}0` },
        { body, signature: signature.slice(0, -1) },
        { body: body.replace('{', '{ '), signature: '' },
        { body: '', signature },
        { body: '{}', signature },
        { body: '[]', signature },
      ];
      for (const callbackOf of forged) expect(await gateway.isGenuine(callbackOf, one.now)).toBe(false);
      // Under a sound signature of something else: not believed, or only a reason to ask.
      const changed = (await heard(gateway, { body: more.body, signature }, one.now)) ?? [];
      expect(changed.every(({ sentCents }) => sentCents === one.cents)).toBe(true);
      // A recording: of another day, or of what is no longer so.
      const old = await callback(eventOf(other, overtaken, 'paid'), one.now - 24 * 60 * 60_000);
      expect(((await heard(gateway, old, one.now)) ?? []).map((said) => said.outcome)).not.toContain('paid');
    });

    test.each([
      '',
      'null',
      '1',
      '"x"',
      '[]',
      '{}',
      '{"pix":1}',
      '{"pix":[{}]}',
      '{"key":""}',
      'x'.repeat(20_000),
    ])('a body like %.20s is no callback, and breaks nothing', async (body) => {
      const { gateway } = await open();
      expect(gateway.readCallback(body)).toBeNull();
    });
  });
}
