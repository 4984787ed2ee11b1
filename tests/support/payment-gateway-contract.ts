// What every gateway for money in keeps to, whoever stands behind it: for deposits in dollars, and for charges by PIX.

import { describe, expect, test } from 'vitest';
import type {
  ChargeOrder,
  PaymentGateway,
  PaymentOrder,
  PixCharges,
  PixReceived,
  SignedCallback,
} from '../../worker/services/payment-gateway.ts';

export function paymentGatewayContract(
  name: string,
  open: () => { readonly gateway: PaymentGateway; readonly order: () => PaymentOrder },
): void {
  describe(`${name}, as every gateway for deposits in dollars`, () => {
    test('an order sent twice is one payment with one name', async () => {
      const { gateway, order } = open();
      const one = order();
      const [first, again, other] = [
        await gateway.createPayment(one),
        await gateway.createPayment(one),
        await gateway.createPayment(order()),
      ];
      expect(again.reference).toBe(first.reference);
      expect(other.reference).not.toBe(first.reference);
    });

    test('a key that it has never heard of is not paid', async () => {
      const { gateway, order } = open();
      const found = await gateway.findPayment(order().key, 0);
      expect(found === null || found.outcome === 'pending').toBe(true);
      expect(found?.paidCents ?? 0).toBe(0);
    });

    test('its callback says what was ordered; forged, changed and recorded ones are not believed', async () => {
      const { gateway, order } = open();
      const one = order();
      const { callback, reference } = await gateway.createPayment(one);
      if (callback === null) throw new Error('a gateway that settles at once hands its callback over');
      expect(await gateway.isGenuine(callback, one.now)).toBe(true);
      expect(JSON.parse(callback.body)).toMatchObject({ key: one.key, reference, paidCents: one.payCents });
      // A second payment is told from the first by its name alone.
      expect((await gateway.findPayment(one.key, one.now))?.reference).toBe(reference);
      const { body, signature } = callback;
      const forged: readonly SignedCallback[] = [
        { body, signature: '' },
        { body, signature: `${signature}0` },
        { body: body.replace(String(one.payCents), String(one.payCents + 1)), signature },
        { body: `${body} `, signature },
      ];
      for (const each of forged) expect(await gateway.isGenuine(each, one.now)).toBe(false);
      for (const days of [-1, 1])
        expect(await gateway.isGenuine(callback, one.now + days * 24 * 60 * 60_000)).toBe(false);
    });
  });
}

type ChargeGateway = PaymentGateway & { readonly pix: PixCharges };

/** The word of a gateway that a charge was paid. */
type Told = {
  readonly gateway: ChargeGateway;
  readonly order: () => ChargeOrder;
  /** Somebody pays a charge. */
  readonly pay: (txid: string, brlCents: number) => Promise<PixReceived>;
  /** What the bank calls back with. */
  readonly callback: (said: PixReceived, now: number) => Promise<SignedCallback>;
};

export type ChargeBank = Told & {
  /** The same gateway where its bank cannot be reached. */
  readonly unreachable: ChargeGateway;
};

/** Of every gateway that takes charges. */
export function chargeContract(name: string, open: () => Promise<Told>): void {
  describe(`${name}, as every gateway for charges by PIX`, () => {
    test('a charge created twice is one charge, at a location that a BR Code can name', async () => {
      const { gateway, order } = await open();
      const one = order();
      const first = await gateway.pix.createCharge(one);
      expect(await gateway.pix.createCharge(one)).toEqual(first);
      expect(first.location).toMatch(/^[a-z0-9.-]+\/[\w./-]+$/u);
      expect(first.location.length).toBeLessThanOrEqual(77);
      expect((await gateway.pix.createCharge(order())).location).not.toBe(first.location);
      const { name: merchant, city } = gateway.pix.merchant;
      expect([merchant.length <= 25, city.length <= 15, merchant !== '', city !== '']).not.toContain(false);
    });

    test('a charge that nobody paid is not paid', async () => {
      const { gateway, order } = await open();
      const one = order();
      await gateway.pix.createCharge(one);
      expect(await gateway.pix.findCharge(one.txid, one.now)).toEqual({ paid: [] });
    });

    test('its callback is believed, and read; forged and changed ones are not', async () => {
      const { gateway, order, pay, callback } = await open();
      const one = order();
      await gateway.pix.createCharge(one);
      const paid = await pay(one.txid, one.brlCents);
      const { body, signature } = await callback(paid, one.now);
      expect(await gateway.isGenuine({ body, signature }, one.now)).toBe(true);
      expect(gateway.pix.readCallback(body)).toEqual([paid]);
      const more = await callback({ ...paid, brlCents: paid.brlCents + 1 }, one.now);
      const forged: readonly SignedCallback[] = [
        { body, signature: '' },
        { body, signature: `${signature}0` },
        { body: more.body, signature },
        { body: '{}', signature },
        { body: '', signature },
      ];
      for (const each of forged) expect(await gateway.isGenuine(each, one.now)).toBe(false);
    });

    test.each(['', 'null', '1', '[]', '{}', '{"pix":1}', '{"pix":[{}]}', 'x'.repeat(20_000)])(
      'a body like %.20s is no callback, and breaks nothing',
      async (body) => {
        const { gateway } = await open();
        expect(gateway.pix.readCallback(body)).toBeNull();
      },
    );
  });
}

const REFUND_KEY = 'b7d3b0d2f0f94f7d9a4b4c2b9a1e0c55';

/** Of every gateway whose bank keeps books; the sandbox keeps none. */
export function keptChargeContract(name: string, open: () => Promise<ChargeBank>): void {
  describe(`${name}, as every gateway whose bank keeps its charges`, () => {
    test('another amount under the same txid is refused, and an unknown txid is null', async () => {
      const { gateway, order } = await open();
      const one = order();
      expect(await gateway.pix.findCharge(one.txid, one.now)).toBeNull();
      await gateway.pix.createCharge(one);
      const more = { ...one, brlCents: one.brlCents + 1 };
      await expect(gateway.pix.createCharge(more)).rejects.toBeInstanceOf(Error);
    });

    test('what was paid is found, with its amount, whatever was asked for', async () => {
      const { gateway, order, pay } = await open();
      const one = order();
      await gateway.pix.createCharge(one);
      const paid = await pay(one.txid, one.brlCents - 1);
      expect(await gateway.pix.findCharge(one.txid, one.now)).toEqual({ paid: [paid] });
      expect(paid.brlCents).toBe(one.brlCents - 1);
    });

    test('a payment goes back once, however often it is asked, and only if it was one', async () => {
      const { gateway, order, pay } = await open();
      const one = order();
      await gateway.pix.createCharge(one);
      const { endToEndId, brlCents } = await pay(one.txid, one.brlCents);
      const refund = { endToEndId, key: REFUND_KEY, brlCents };
      const { outcome } = await gateway.pix.refund(refund);
      expect(outcome).not.toBe('failed');
      expect(await gateway.pix.refund(refund)).toEqual({ outcome });
      const unpaid = { ...refund, endToEndId: endToEndId.replace(/.$/u, 'X') };
      expect(await gateway.pix.refund(unpaid)).toEqual({ outcome: 'failed' });
    });

    test('where nobody answers, it throws: it never says what it does not know', async () => {
      const { unreachable, order } = await open();
      const one = order();
      const refund = { endToEndId: `E${'0'.repeat(31)}`, key: REFUND_KEY, brlCents: 100 };
      await expect(unreachable.pix.createCharge(one)).rejects.toBeInstanceOf(Error);
      await expect(unreachable.pix.findCharge(one.txid, one.now)).rejects.toBeInstanceOf(Error);
      await expect(unreachable.pix.refund(refund)).rejects.toBeInstanceOf(Error);
    });
  });
}
