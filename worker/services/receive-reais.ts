// Reais that reached the bank, as a gateway's verified callback tells, or its answer to a question. Each payment is booked once, whatever
// becomes of it: credited, on its way back with its reason, waiting for a rate, or kept for operators. The customer is told by mail.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import {
  findBrlDeposit,
  findBrlPayment,
  findCharge,
  type StoredBrlDeposit,
  type StoredBrlPayment,
} from '../db/brl-deposits.ts';
import { judgePayment, type RefundReason } from '../domain/pix.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { creditCharge } from '../ledger/pix.ts';
import type { ArrivedPayment } from '../ledger/reais.ts';
import { book, giveBack, hashOf, macsOf } from './book-reais.ts';
import { contestSaid, takenByBank } from './contested-reais.ts';
import { deliverSoon } from './deliver-mail.ts';
import {
  type Gateways,
  genuineGateway,
  type PaymentGateway,
  type PixCharges,
  type PixReceived,
  type SignedCallback,
  type TedReceived,
} from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { receiptLetter } from './reais-letters.ts';
import { takeTed } from './receive-teds.ts';
import { refundSaid, refundSoon } from './refund-reais.ts';
import type { CallbackRefusal } from './settle-deposit.ts';
import { logLine } from '../telemetry/log.ts';

/** How many payments a callback told of, and how many of them were new or moved on. */
export type ReaisReceived = { readonly told: number; readonly applied: number };

/** What a callback of one kind tells of is taken one after the other: two payments may be for the same charge. */
const receiving =
  <T>(
    partOf: (
      gateway: PaymentGateway,
    ) => { readonly readCallback: (body: string) => readonly T[] | null } | undefined,
    take: (deps: MoneyDeps, gateway: PaymentGateway, payment: T) => Promise<boolean>,
    isNone: string,
  ) =>
  async (
    deps: MoneyDeps,
    gateways: Gateways,
    gatewayName: string,
    callback: SignedCallback,
  ): Promise<Result<ReaisReceived, CallbackRefusal>> => {
    const genuine = await genuineGateway(gateways, gatewayName, callback, deps.now());
    if (!genuine.ok) return genuine;
    const part = partOf(genuine.value);
    if (part === undefined) return err({ code: 'NotFound' });
    const payments = part.readCallback(callback.body);
    if (payments === null) return err({ code: 'ValidationFailed', detail: isNone });
    let applied = 0;
    for (const payment of payments) if (await take(deps, genuine.value, payment)) applied += 1;
    if (applied > 0) {
      deliverSoon(deps);
      refundSoon(deps, gateways);
    }
    return ok({ told: payments.length, applied });
  };

/** What goes back of a payment is read where it is known: a callback that was overtaken says what was, and the last word counts. */
async function ofNow(pix: PixCharges | undefined, said: PixReceived): Promise<PixReceived> {
  const findReceived = pix?.findReceived;
  if (findReceived === undefined || said.returns.length === 0) return said;
  try {
    const known = await findReceived(said.endToEndId);
    return known === null ? said : { ...known, payer: known.payer ?? said.payer };
  } catch (error) {
    logLine('error', 'payment-unread', { payment: said.endToEndId, error: String(error) });
    // Booked all the same; what goes back of it is found when the bank's list is read.
    return { ...said, returns: [] };
  }
}

export const receivePixCallback = receiving(
  ({ pix }) => pix,
  async (deps, { name, pix }, payment: PixReceived) => takePix(deps, name, await ofNow(pix, payment)),
  'This is no callback of the Pix API.',
);
export const receiveTedCallback = receiving(
  ({ ted }) => ted,
  (deps, { name }, payment: TedReceived) => takeTed(deps, name, payment),
  'This is no callback of a TED.',
);

/** How often it is looked at again that another was first; each of them has moved the charge or the payment on. */
const TRIES = 4;

/** False for what was booked before and says nothing new. */
export async function takePix(deps: MoneyDeps, gateway: string, payment: PixReceived): Promise<boolean> {
  const name = { gateway, id: payment.endToEndId };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await findBrlPayment(deps.db, name);
    if (known !== null) return saidOfKnown(deps, known, payment);
    if (await bookPix(deps, { ...name, method: 'pix' }, payment)) {
      if (payment.returns.length > 0) {
        const booked = await findBrlPayment(deps.db, name);
        if (booked !== null) await saidOfKnown(deps, booked, payment);
      }
      return true;
    }
  }
  throw new Error(`the payment ${payment.endToEndId} was booked by nobody`);
}

/** What the bank says of a payment that is in the books: our refund, or a contest of the payer's. */
async function saidOfKnown(deps: MoneyDeps, known: StoredBrlPayment, payment: PixReceived): Promise<boolean> {
  if (payment.brlCents !== known.brlCents) {
    logLine('error', 'pix-contradiction', { payment: known.id });
  }
  let applied =
    known.state === 'unknown' && payment.payer !== null ? await payerSaid(deps, known, payment) : false;
  const current = applied ? ((await findBrlPayment(deps.db, known)) ?? known) : known;
  const takenBrlCents = Math.min(takenByBank(payment.returns), known.brlCents);
  for (const said of payment.returns) {
    const one =
      said.by === 'house'
        ? await refundSaid(deps, current, said)
        : await contestSaid(deps, current, said, takenBrlCents);
    applied ||= one;
  }
  return applied;
}

/** The bank says by now who paid to a charge: credited, or sent back. False where it names nobody's charge: that stays with operators. */
async function payerSaid(deps: MoneyDeps, known: StoredBrlPayment, payment: PixReceived): Promise<boolean> {
  const charge = known.depositId === null ? null : await findBrlDeposit(deps.db, known.depositId);
  if (charge === null) return false;
  const { gateway, id, method, brlCents, paidAt } = known;
  const macs = macsOf(deps, payment.payer);
  const reason = judgeFor(charge, macs, { brlCents, paidAt });
  if (reason !== null) return giveBack(deps, known, reason);
  const arrived: ArrivedPayment = { gateway, id, method, brlCents, paidAt, payerMac: macs[0] ?? null };
  return credit(deps, charge, arrived, {
    requestHash: await hashOf(payment),
    waited: { movingId: deps.newId() },
  });
}

/** Why a payment to this charge goes back. `macs` null: nobody has said who paid, and everything else decides. */
function judgeFor(
  charge: StoredBrlDeposit,
  macs: readonly string[] | null,
  payment: { readonly brlCents: number; readonly paidAt: number },
): RefundReason | null {
  const { expiresAt, numberMac } = charge;
  if (expiresAt === null) throw new Error('a charge has an end');
  const isOwn = macs === null || (numberMac !== null && macs.includes(numberMac));
  return judgePayment({ ...charge, expiresAt }, { ...payment, isOwn });
}

/** False: another payment was first, or the charge has ended. */
async function credit(
  deps: MoneyDeps,
  charge: StoredBrlDeposit,
  arrived: ArrivedPayment,
  how: { readonly requestHash: string; readonly waited?: { readonly movingId: string } },
): Promise<boolean> {
  const now = deps.now();
  const credited = await creditCharge(deps.db, charge, arrived, {
    ...how,
    operationId: deps.newId(),
    now,
    alongside: [receiptLetter(deps, charge, now)],
  });
  if (credited.ok) deps.defer(deps.hub.notify(charge.accountId, PORTFOLIO_CHANGED));
  return credited.ok;
}

/** False: another was first, so look again. */
async function bookPix(
  deps: MoneyDeps,
  name: { readonly gateway: string; readonly id: string; readonly method: 'pix' },
  payment: PixReceived,
): Promise<boolean> {
  const { txid, brlCents, paidAt } = payment;
  const charge = txid === null ? null : await findCharge(deps.db, { gateway: name.gateway, txid });
  const macs = macsOf(deps, payment.payer);
  const arrived: ArrivedPayment = { ...name, brlCents, paidAt, payerMac: macs[0] ?? null };
  const requestHash = await hashOf(payment);
  if (charge === null) {
    return book(deps, arrived, {
      requestHash,
      state: 'unknown',
      accountId: null,
      depositId: null,
      reason: null,
    });
  }
  const { id: depositId, accountId } = charge;
  const reason = judgeFor(charge, payment.payer === null ? null : macs, { brlCents, paidAt });
  if (reason !== null)
    return book(deps, arrived, { requestHash, state: 'refunding', accountId, depositId, reason });
  // A bank that does not say who paid has not said that somebody else did: the charge waits for its word.
  if (payment.payer === null)
    return book(deps, arrived, { requestHash, state: 'unknown', accountId, depositId, reason: null });
  return credit(deps, charge, arrived, { requestHash });
}
