// Deposits in reais, as the ledger has them (P95, D94). What is credited is exchanged in one operation: the bank account in reais has it,
// the exchange, the spread and the tax have their part, and the dollars are the customer's.

import { NOT_BEING_FOUND_OUT } from '../db/brl-deposits.ts';
import { clearGuards, guard, guardOpen } from '../db/guards.ts';
import { flagContestedStatement } from '../db/withdrawals.ts';
import type { ExchangeTerms, ReaisCost } from '../domain/pix.ts';
import type { Result } from '../domain/result.ts';
import { commit, WAS_DECIDED } from './commit.ts';
import {
  completeStatements,
  type DepositReservation,
  failStatements,
  reservationStatements,
} from './deposits.ts';
import { type ArrivedPayment, insertPayment, keyOf, moveReais, type PaymentName } from './reais.ts';
import { type Entry, HOUSE } from './statements.ts';

/** How a deposit was exchanged. */
export type Exchange = ReaisCost &
  ExchangeTerms & {
    readonly usdCents: number;
    readonly rateE4: number;
    readonly rateAt: number;
    readonly rateSource: string;
    readonly tariffId: string | null;
  };

export type NewBrlDeposit = Exchange & {
  readonly id: string;
  readonly accountId: string;
  readonly gateway: string;
  readonly now: number;
} & (
    | { readonly method: 'pix'; readonly txid: string; readonly expiresAt: number }
    | { readonly method: 'ted'; readonly paidAt: number }
  );

/** For the batch that reserves its deposit, after it. A PIX waits for its payment; a TED is there. */
export function insertBrlDeposit(db: D1Database, deposit: NewBrlDeposit): D1PreparedStatement {
  const { now } = deposit;
  const [state, txid, expiresAt, paidAt] =
    deposit.method === 'pix'
      ? ['active', deposit.txid, deposit.expiresAt, null]
      : ['paid', null, null, deposit.paidAt];
  return db
    .prepare(
      `INSERT INTO brl_deposits (id, account_id, method, gateway, txid, usd_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents,
         brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, tariff_id, state, created_at, expires_at, paid_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)`,
    )
    .bind(
      deposit.id,
      deposit.accountId,
      deposit.method,
      deposit.gateway,
      txid,
      deposit.usdCents,
      deposit.exchangeBrlCents,
      deposit.spreadBrlCents,
      deposit.iofBrlCents,
      deposit.brlCents,
      deposit.rateE4,
      deposit.rateAt,
      deposit.rateSource,
      deposit.spreadBasisPoints,
      deposit.iofBasisPoints,
      deposit.tariffId,
      state,
      now,
      expiresAt,
      paidAt,
    );
}

/** What the gateway answered, once. */
export function storePayload(db: D1Database, id: string, payload: string): D1PreparedStatement {
  return db
    .prepare('UPDATE brl_deposits SET payload = ?2 WHERE id = ?1 AND payload IS NULL')
    .bind(id, payload);
}

/** The house's side of an exchange: `house:fx` has the exchange position, in reais and in dollars. What undoes the deposit is this the other way round. */
const exchanged = (of: ReaisCost & { readonly usdCents: number }): readonly Entry[] => [
  { accountId: HOUSE.pix, asset: 'brl', amount: -of.brlCents },
  { accountId: HOUSE.fx, asset: 'brl', amount: of.exchangeBrlCents },
  { accountId: HOUSE.fees, asset: 'brl', amount: of.spreadBrlCents },
  { accountId: HOUSE.taxes, asset: 'brl', amount: of.iofBrlCents },
  { accountId: HOUSE.fx, asset: 'usd', amount: -of.usdCents },
];

type Credit = {
  readonly operationId: string;
  /** Of what the bank said. */
  readonly requestHash: string;
  readonly now: number;
  /** The customer's receipt. */
  readonly alongside: readonly D1PreparedStatement[];
};

/**
 * A charge is paid as it was asked for: once. 'AlreadyDecided': another payment was first, or it has expired. `waited`: the payment was
 * booked before anybody knew who paid it, and leaves the house's waiting reais by an operation of its own.
 */
export async function creditCharge(
  db: D1Database,
  charge: ReaisCost & { readonly id: string; readonly accountId: string; readonly usdCents: number },
  payment: ArrivedPayment,
  credit: Credit & { readonly waited?: { readonly movingId: string } },
): Promise<Result<void, 'AlreadyDecided'>> {
  const { operationId, now, waited } = credit;
  const { id, accountId, usdCents } = charge;
  return commit(db, WAS_DECIDED, [
    ...(waited === undefined ? [] : leaveWaiting(db, payment, { ...credit, operationId: waited.movingId })),
    ...completeStatements(
      db,
      { id, accountId, amountCents: usdCents, feeCents: 0 },
      {
        ...credit,
        from: exchanged(charge),
        alongside: [
          db
            .prepare(
              `UPDATE brl_deposits SET state = 'paid', paid_at = ?2 WHERE id = ?1 AND state = 'active'`,
            )
            .bind(id, payment.paidAt),
          guard(db, operationId, 'charge'),
          ...(waited === undefined
            ? [
                insertPayment(db, payment, {
                  ...credit,
                  state: 'credited',
                  accountId,
                  depositId: id,
                  reason: null,
                }),
              ]
            : [
                db
                  .prepare(
                    `UPDATE brl_payments SET state = 'credited', payer_mac = ?4, end_id = ?5, ended_at = ?6
                     WHERE gateway = ?1 AND id = ?2 AND state = 'unknown' AND deposit_id = ?3`,
                  )
                  .bind(payment.gateway, payment.id, id, payment.payerMac, operationId, now),
                guard(db, operationId, 'payment'),
              ]),
          ...credit.alongside,
        ],
      },
    ),
  ]);
}

const WAITING_REFUSALS = { 'one-operation-per-key': 'AlreadyDecided', guard: 'LimitReached' } as const;

/**
 * What waits, by TED, is credited at a rate of now: deposit and settlement in one batch. 'LimitReached': by one of the limits on deposits,
 * or the account is closed.
 */
export async function creditWaiting(
  db: D1Database,
  payment: PaymentName,
  deposit: NewBrlDeposit & { readonly method: 'ted' },
  credit: Omit<
    DepositReservation,
    'depositId' | 'amountCents' | 'feeCents' | 'method' | 'idempotencyKey' | 'initiator'
  > & {
    readonly settlementId: string;
    readonly movingId: string;
    /** Guards of the limits on deposits. */
    readonly limits: readonly D1PreparedStatement[];
  },
): Promise<Result<void, 'AlreadyDecided' | 'LimitReached'>> {
  const { settlementId, movingId, now, limits, alongside, ...reservation } = credit;
  const { id, accountId, usdCents, gateway } = deposit;
  return commit(db, WAITING_REFUSALS, [
    ...reservationStatements(db, {
      ...reservation,
      depositId: id,
      amountCents: usdCents,
      feeCents: 0,
      method: 'ted',
      initiator: 'gateway',
      idempotencyKey: `ted:${payment.gateway}:${payment.id}`,
      now,
      alongside: limits,
    }),
    guardOpen(db, reservation.operationId, accountId),
    clearGuards(db, reservation.operationId),
    // Nobody calls a gateway for it.
    db.prepare('UPDATE deposits SET acknowledged_at = ?2 WHERE id = ?1').bind(id, now),
    insertBrlDeposit(db, deposit),
    ...leaveWaiting(
      db,
      { ...payment, brlCents: deposit.brlCents },
      { operationId: movingId, requestHash: reservation.requestHash, now },
    ),
    ...completeStatements(
      db,
      { id, accountId, amountCents: usdCents, feeCents: 0 },
      {
        operationId: settlementId,
        requestHash: reservation.requestHash,
        now,
        from: exchanged(deposit),
        alongside: [
          db
            .prepare(
              `UPDATE brl_payments SET state = 'credited', deposit_id = ?3, end_id = ?4, ended_at = ?5, next_try_at = NULL
               WHERE gateway = ?1 AND id = ?2 AND state = 'waiting' AND account_id = ?6`,
            )
            .bind(gateway, payment.id, id, settlementId, now, accountId),
          guard(db, settlementId, 'payment'),
          ...alongside,
        ],
      },
    ),
  ]);
}

/** What waited is in the bank account again, so that its settlement is that of a payment that never waited. */
const leaveWaiting = (
  db: D1Database,
  payment: PaymentName & { readonly brlCents: number },
  moving: { readonly operationId: string; readonly requestHash: string; readonly now: number },
): D1PreparedStatement[] =>
  moveReais(
    db,
    {
      operationId: moving.operationId,
      requestHash: moving.requestHash,
      key: keyOf('credited', payment),
      brlCents: payment.brlCents,
      now: moving.now,
    },
    HOUSE.pixWaiting,
    HOUSE.pix,
  );

/**
 * The payer's bank asks for it back, or took it: what is still there may not leave, and operators decide. `isOver`: it gave that up.
 * 'AlreadyDecided': that is known, or the deposit is no longer as it was.
 */
export async function noteContest(
  db: D1Database,
  contest: {
    readonly stepId: string;
    readonly depositId: string;
    readonly said: 'asked' | 'taken' | 'over';
    /** What the bank says that it took up to now; 0 where it does not say that it did. */
    readonly takenBrlCents: number;
    readonly now: number;
    /** The letter to the customer. */
    readonly alongside: readonly D1PreparedStatement[];
  },
): Promise<Result<void, 'AlreadyDecided'>> {
  const { stepId, depositId, said, takenBrlCents, now } = contest;
  const values = { asked: [depositId, now], taken: [depositId, now, takenBrlCents], over: [depositId] }[said];
  return commit(db, { guard: 'AlreadyDecided' }, [
    db.prepare(`UPDATE brl_deposits SET ${CONTEST[said]}`).bind(...values),
    guard(db, stepId, 'contest'),
    flagContestedStatement(db, depositId),
    ...contest.alongside,
    clearGuards(db, stepId),
  ]);
}

/** Two operators have recorded all that the bank says it took. */
const IS_RECORDED = `(SELECT coalesce(sum(amount_cents), 0) FROM disputes WHERE deposit_id = ?1) >= ?3`;

/** Of a deposit that was undone nothing is the customer's any more: there is nothing to keep from leaving, and nothing to take back. */
const STANDS = `NOT EXISTS (SELECT 1 FROM deposits d JOIN operations undone ON undone.reverses = d.settlement_id WHERE d.id = ?1)`;

/** What a bank took grows, and never falls: a message that comes late or again says nothing new. */
const CONTEST = {
  asked: `state = 'contested', contested_at = ?2 WHERE id = ?1 AND state = 'paid' AND ${STANDS}`,
  taken: `state = iif(${IS_RECORDED}, 'paid', 'contested'), contested_at = iif(${IS_RECORDED}, NULL, coalesce(contested_at, ?2)),
      taken_back_at = iif(${IS_RECORDED}, NULL, ?2), taken_back_brl_cents = ?3
    WHERE id = ?1 AND state IN ('paid', 'contested') AND coalesce(taken_back_brl_cents, 0) < ?3 AND ${STANDS}`,
  over: `state = 'paid', contested_at = NULL WHERE id = ?1 AND state = 'contested' AND taken_back_at IS NULL`,
} as const;

/**
 * Nobody paid it in time: deposit and charge end together, and no money moves. 'AlreadyDecided': a payment was first, or one is there
 * of which nobody knows yet who paid it.
 */
export async function expireCharge(
  db: D1Database,
  id: string,
  now: number,
): Promise<Result<void, 'AlreadyDecided'>> {
  return commit(
    db,
    { guard: 'AlreadyDecided' },
    failStatements(db, id, {
      why: 'expired',
      now,
      alongside: [
        db
          .prepare(
            `UPDATE brl_deposits SET state = 'expired' WHERE id = ?1 AND state = 'active' AND ${NOT_BEING_FOUND_OUT}`,
          )
          .bind(id),
        guard(db, id, 'charge'),
      ],
    }),
  );
}
