// Reais that arrive, as the ledger has them (P95, D94). What is credited is exchanged in one operation: the bank account in reais has it,
// the exchange, the spread and the tax have their part, and the dollars are the customer's. What is not credited by the same operation is
// somewhere by name until it is: waiting, or on its way back. Reais are entries of the house alone.

import { clearGuards, guard } from '../db/guards.ts';
import { flagContestedStatement } from '../db/withdrawals.ts';
import type { BrlMethod, BrlPaymentState, ExchangeTerms, ReaisCost, RefundReason } from '../domain/pix.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { commit, type LedgerRule } from './commit.ts';
import {
  completeStatements,
  type DepositReservation,
  failStatements,
  reservationStatements,
} from './deposits.ts';
import { type Entry, HOUSE, insertEntries, insertOperation } from './statements.ts';

/** A payment by its name at the bank. */
export type PaymentName = { readonly gateway: string; readonly id: string };

export type ArrivedPayment = PaymentName & {
  readonly method: BrlMethod;
  readonly brlCents: number;
  readonly payerMac: string | null;
  readonly paidAt: number;
};

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

/** A charge is paid as it was asked for: once. 'AlreadyDecided': another payment was first, or it has expired. */
export async function creditCharge(
  db: D1Database,
  charge: ReaisCost & { readonly id: string; readonly accountId: string; readonly usdCents: number },
  payment: ArrivedPayment,
  credit: Credit,
): Promise<Result<void, 'AlreadyDecided'>> {
  const { operationId, now } = credit;
  const { id, accountId, usdCents } = charge;
  const credited = await commit(
    db,
    completeStatements(
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
          insertPayment(db, payment, {
            ...credit,
            state: 'credited',
            accountId,
            depositId: id,
            reason: null,
          }),
          ...credit.alongside,
        ],
      },
    ),
  );
  if (credited.ok) return ok(undefined);
  if (credited.error === 'guard' || credited.error === 'one-operation-per-key') return err('AlreadyDecided');
  throw unexpected('a payment', credited.error, now);
}

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
  const credited = await commit(db, [
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
    db
      .prepare(
        `INSERT INTO guards (operation_id, step, n)
         SELECT ?1, 'open', EXISTS (SELECT 1 FROM users WHERE id = ?2 AND closed_at IS NULL)`,
      )
      .bind(reservation.operationId, accountId),
    clearGuards(db, reservation.operationId),
    // Nobody calls a gateway for it.
    db.prepare('UPDATE deposits SET acknowledged_at = ?2 WHERE id = ?1').bind(id, now),
    insertBrlDeposit(db, deposit),
    ...moveReais(
      db,
      {
        operationId: movingId,
        requestHash: reservation.requestHash,
        key: keyOf('credited', payment),
        brlCents: deposit.brlCents,
        now,
      },
      HOUSE.pixWaiting,
      HOUSE.pix,
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
  if (credited.ok) return ok(undefined);
  if (credited.error === 'one-operation-per-key') return err('AlreadyDecided');
  if (credited.error === 'guard') return err('LimitReached');
  throw unexpected('a TED', credited.error, now);
}

export type Arrival = {
  readonly operationId: string;
  readonly requestHash: string;
  readonly state: Exclude<BrlPaymentState, 'credited' | 'refunded'>;
  /** Whose it is, or who was meant. */
  readonly accountId: string | null;
  readonly depositId: string | null;
  /** Of what goes back. */
  readonly reason: RefundReason | null;
  readonly now: number;
  /** The letter to the customer. */
  readonly alongside: readonly D1PreparedStatement[];
};

/** Reais that are not credited by the same operation. 'AlreadyArrived': the same payment was told of before. */
export async function bookArrival(
  db: D1Database,
  payment: ArrivedPayment,
  arrival: Arrival,
): Promise<Result<void, 'AlreadyArrived'>> {
  const { operationId, state, now } = arrival;
  const to = state === 'refunding' ? HOUSE.pixRefunds : HOUSE.pixWaiting;
  const booked = await commit(db, [
    ...moveReais(
      db,
      { ...arrival, key: keyOf('arrived', payment), brlCents: payment.brlCents },
      HOUSE.pix,
      to,
    ),
    insertPayment(db, payment, arrival),
    ...arrival.alongside,
    clearGuards(db, operationId),
  ]);
  if (booked.ok) return ok(undefined);
  if (booked.error === 'one-operation-per-key') return err('AlreadyArrived');
  throw unexpected('an arrival', booked.error, now);
}

type Moving = {
  readonly operationId: string;
  readonly requestHash: string;
  readonly now: number;
  readonly alongside: readonly D1PreparedStatement[];
};

/** For the caller's batch: what waits goes back. The batch aborts at a guard where it has moved on. */
export function sendBackStatements(
  db: D1Database,
  payment: PaymentName & { readonly brlCents: number; readonly state: BrlPaymentState },
  { reason, ...moving }: Moving & { readonly reason: RefundReason },
): D1PreparedStatement[] {
  const { operationId, now } = moving;
  const key = keyOf('back', payment);
  return [
    ...moveReais(db, { ...moving, key, brlCents: payment.brlCents }, HOUSE.pixWaiting, HOUSE.pixRefunds),
    db
      .prepare(
        `UPDATE brl_payments SET state = 'refunding', reason = ?4, next_try_at = ?5
         WHERE gateway = ?1 AND id = ?2 AND state = ?3 AND state IN ('waiting', 'unknown')`,
      )
      .bind(payment.gateway, payment.id, payment.state, reason, now),
    guard(db, operationId, 'payment'),
    ...moving.alongside,
    clearGuards(db, operationId),
  ];
}

export async function sendBack(
  ...[db, payment, moving]: Parameters<typeof sendBackStatements>
): Promise<Result<void, 'AlreadyDecided'>> {
  const moved = await commit(db, sendBackStatements(db, payment, moving));
  if (moved.ok) return ok(undefined);
  if (moved.error === 'guard' || moved.error === 'one-operation-per-key') return err('AlreadyDecided');
  throw unexpected('a way back', moved.error, moving.now);
}

/** The bank has it no longer: we sent it back to the payer, or the payer's own bank took it. */
export async function endRefund(
  db: D1Database,
  payment: PaymentName & { readonly brlCents: number; readonly state: BrlPaymentState },
  { reason, ...moving }: Moving & { readonly reason: RefundReason },
): Promise<Result<void, 'AlreadyDecided'>> {
  const { operationId, now } = moving;
  const from = payment.state === 'refunding' ? HOUSE.pixRefunds : HOUSE.pixWaiting;
  const ended = await commit(db, [
    ...moveReais(
      db,
      { ...moving, key: keyOf('returned', payment), brlCents: payment.brlCents },
      from,
      HOUSE.pix,
    ),
    db
      .prepare(
        `UPDATE brl_payments SET state = 'refunded', reason = ?4, end_id = ?5, ended_at = ?6, next_try_at = NULL
         WHERE gateway = ?1 AND id = ?2 AND state = ?3`,
      )
      .bind(payment.gateway, payment.id, payment.state, reason, operationId, now),
    guard(db, operationId, 'payment'),
    ...moving.alongside,
    clearGuards(db, operationId),
  ]);
  if (ended.ok) return ok(undefined);
  if (ended.error === 'guard' || ended.error === 'one-operation-per-key') return err('AlreadyDecided');
  throw unexpected('a refund', ended.error, now);
}

/**
 * The payer's bank asks for it back, or took it: what is still there may not leave, and operators decide. `isOver`: it gave that up.
 * 'AlreadyDecided': that is known, or the deposit is no longer as it was.
 */
export async function noteContest(
  db: D1Database,
  contest: {
    readonly stepId: string;
    readonly depositId: string;
    readonly accountId: string;
    readonly said: 'asked' | 'taken' | 'over';
    readonly now: number;
    /** The letter to the customer. */
    readonly alongside: readonly D1PreparedStatement[];
  },
): Promise<Result<void, 'AlreadyDecided'>> {
  const { stepId, depositId, said, now } = contest;
  const noted = await commit(db, [
    db
      .prepare(`UPDATE brl_deposits SET ${CONTEST[said]}`)
      .bind(...(said === 'over' ? [depositId] : [depositId, now])),
    guard(db, stepId, 'contest'),
    ...(said === 'over' ? [] : [flagContestedStatement(db, contest.accountId)]),
    ...contest.alongside,
    clearGuards(db, stepId),
  ]);
  if (noted.ok) return ok(undefined);
  if (noted.error === 'guard') return err('AlreadyDecided');
  throw unexpected('a contest', noted.error, now);
}

const CONTEST = {
  asked: `state = 'contested', contested_at = ?2 WHERE id = ?1 AND state = 'paid'`,
  taken: `state = 'contested', contested_at = coalesce(contested_at, ?2), taken_back_at = ?2
    WHERE id = ?1 AND state IN ('paid', 'contested') AND taken_back_at IS NULL`,
  over: `state = 'paid', contested_at = NULL WHERE id = ?1 AND state = 'contested' AND taken_back_at IS NULL`,
} as const;

/** Nobody paid it in time: deposit and charge end together, and no money moves. 'AlreadyDecided': a payment was first. */
export async function expireCharge(
  db: D1Database,
  id: string,
  now: number,
): Promise<Result<void, 'AlreadyDecided'>> {
  const expired = await commit(
    db,
    failStatements(db, id, {
      why: 'expired',
      now,
      alongside: [
        db.prepare(`UPDATE brl_deposits SET state = 'expired' WHERE id = ?1 AND state = 'active'`).bind(id),
        guard(db, id, 'charge'),
      ],
    }),
  );
  if (expired.ok) return ok(undefined);
  if (expired.error === 'guard') return err('AlreadyDecided');
  throw unexpected('an expiry', expired.error, now);
}

function insertPayment(
  db: D1Database,
  payment: ArrivedPayment,
  {
    operationId,
    state,
    accountId,
    depositId,
    reason,
    now,
  }: Pick<Arrival, 'operationId' | 'accountId' | 'depositId' | 'reason' | 'now'> & {
    readonly state: BrlPaymentState;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO brl_payments (gateway, id, method, brl_cents, account_id, deposit_id, payer_mac, state, reason, paid_at, received_at,
         arrival_id, next_try_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, iif(?8 IN ('waiting', 'refunding'), ?11, NULL))`,
    )
    .bind(
      payment.gateway,
      payment.id,
      payment.method,
      payment.brlCents,
      accountId,
      depositId,
      payment.payerMac,
      state,
      reason,
      payment.paidAt,
      now,
      operationId,
    );
}

function moveReais(
  db: D1Database,
  op: {
    readonly operationId: string;
    readonly requestHash: string;
    readonly key: string;
    readonly brlCents: number;
    readonly now: number;
  },
  from: string,
  to: string,
): D1PreparedStatement[] {
  return [
    insertOperation(db, {
      id: op.operationId,
      accountId: HOUSE.pix,
      initiator: 'gateway',
      idempotencyKey: op.key,
      requestHash: op.requestHash,
      kind: 'reais',
      now: op.now,
    }),
    ...insertEntries(db, op.operationId, [
      { accountId: from, asset: 'brl', amount: -op.brlCents },
      { accountId: to, asset: 'brl', amount: op.brlCents },
    ]),
  ];
}

/** Each step of a payment happens once. */
const keyOf = (step: 'arrived' | 'credited' | 'back' | 'returned', { gateway, id }: PaymentName): string =>
  `${step}:${gateway}:${id}`;

const unexpected = (what: string, rule: LedgerRule, at: number): Error =>
  new Error(`${what} was refused by ${rule} at ${at}`);
