// What decides about a deposit in reais before one is asked for, and what has become of one.

import type { BrlDeposit, BrlTerms } from '../contract/pix.ts';
import {
  findBrlDeposit,
  findCreditedPayment,
  findOwnCpfMac,
  isBeingFoundOut,
  listRefunds,
  readOpenCharges,
  type Refund,
  type StoredBrlDeposit,
} from '../db/brl-deposits.ts';
import { type ExchangeTariff, exchangeTariffOn } from '../db/exchange-tariffs.ts';
import { brasiliaDay } from '../domain/brasilia.ts';
import { PIX_LOCK_MS, PIX_LOCKED_MAX_CENTS, PIX_OPEN_CHARGES_MAX } from '../domain/limits.ts';
import { type ExchangeTerms, tedReference } from '../domain/pix.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import { gatewaysOf, type Gateways } from './payment-gateway.ts';
import { type MoneyDeps, rateToExchangeAt } from './price-source.ts';

export const NO_TARIFF: ExchangeTerms = { spreadBasisPoints: 0, iofBasisPoints: 0 };

export type CurrentTerms = ExchangeTerms & { readonly tariff: ExchangeTariff | null };

/** Spread and tax of this moment; nothing where nobody has announced any. */
export async function currentTerms({ db, now }: Pick<MoneyDeps, 'db' | 'now'>): Promise<CurrentTerms> {
  const tariff = await exchangeTariffOn(db, brasiliaDay(now()));
  const { spreadBasisPoints, iofBasisPoints } = tariff ?? NO_TARIFF;
  return { spreadBasisPoints, iofBasisPoints, tariff };
}

export async function brlTerms(
  deps: MoneyDeps,
  accountId: string,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<BrlTerms> {
  const now = deps.now();
  const pix = gateways.find((gateway) => gateway.pix !== undefined);
  const ted = gateways.find((gateway) => gateway.ted !== undefined)?.ted;
  const [rate, { tariff, ...terms }, open, mac] = await Promise.all([
    rateToExchangeAt(deps),
    currentTerms(deps),
    readOpenCharges(deps.db, accountId, now),
    findOwnCpfMac(deps.db, accountId),
  ]);
  return {
    gateway: pix?.name ?? null,
    rate: rate === null ? null : { e4: rate.rateE4, asOf: rate.asOf },
    ...terms,
    legalBasis: tariff?.legalBasis ?? null,
    fromDay: tariff?.fromDay ?? null,
    lockMs: PIX_LOCK_MS,
    open: {
      charges: open.charges,
      maxCharges: PIX_OPEN_CHARGES_MAX,
      lockedCents: open.lockedCents,
      maxLockedCents: PIX_LOCKED_MAX_CENTS,
    },
    needsCpf: mac === null,
    ted: ted === undefined || mac === null ? null : { ...ted.account, reference: tedReference(accountId) },
  };
}

/** The customer's own; null where there is none. */
export async function readBrlDeposit(
  { db }: Pick<MoneyDeps, 'db'>,
  accountId: string,
  id: string,
): Promise<BrlDeposit | null> {
  const [deposit, refunds, credited, isPayerUnknown] = await Promise.all([
    findBrlDeposit(db, id),
    listRefunds(db, id),
    findCreditedPayment(db, id),
    isBeingFoundOut(db, id),
  ]);
  return deposit === null || deposit.accountId !== accountId
    ? null
    : viewBrlDeposit(deposit, { refunds, endToEndId: credited?.id ?? null, isPayerUnknown });
}

export function viewBrlDeposit(
  deposit: StoredBrlDeposit,
  {
    refunds,
    endToEndId,
    isPayerUnknown,
  }: {
    readonly refunds: readonly Refund[];
    readonly endToEndId: string | null;
    readonly isPayerUnknown: boolean;
  } = { refunds: [], endToEndId: null, isPayerUnknown: false },
): BrlDeposit {
  const { expiresAt, paidAt } = deposit;
  return {
    id: deposit.id,
    method: deposit.method,
    state: deposit.state,
    usdCents: deposit.usdCents,
    brlCents: deposit.brlCents,
    exchangeBrlCents: deposit.exchangeBrlCents,
    spreadBrlCents: deposit.spreadBrlCents,
    iofBrlCents: deposit.iofBrlCents,
    rateE4: deposit.rateE4,
    rateAsOf: iso(deposit.rateAt),
    spreadBasisPoints: deposit.spreadBasisPoints,
    iofBasisPoints: deposit.iofBasisPoints,
    legalBasis: deposit.legalBasis,
    fromDay: deposit.fromDay,
    payload: deposit.payload,
    expiresAt: isoOrNull(expiresAt),
    createdAt: iso(deposit.createdAt),
    paidAt: isoOrNull(paidAt),
    endToEndId,
    isPayerUnknown,
    refunds: refunds.map(({ returnedAt, ...refund }) => ({
      ...refund,
      paidAt: iso(refund.paidAt),
      returnedAt: isoOrNull(returnedAt),
    })),
    gateway: deposit.gateway,
  };
}
