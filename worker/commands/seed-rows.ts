// Whole tables of rows at once, for the made-up crowd: each statement takes its rows as one JSON text.

import { TRANSACTION_JSON } from '../db/transactions.ts';
import { TRADED_METALS } from '../domain/metals.ts';
import { TERMS_VERSION } from '../domain/terms.ts';
import { NO_HOLDING } from '../domain/trades.ts';
import type { Life, PastOperation, PastTransaction } from './seed-life.ts';
import type { Person } from './seed-people.ts';
import { Chance } from './seed-random.ts';
import type { PastAlert, PastSubmission } from './seed-submissions.ts';

type Row = readonly (string | number | null)[];

export type Lived = { readonly person: Person; readonly life: Life };

export function accountRows(
  db: D1Database,
  lives: readonly Lived[],
  passwordHash: string,
): D1PreparedStatement[] {
  return [
    insert(
      db,
      `users (id, email, full_name, phone, password_hash, tier, status, bonus_claimed_at, terms_version, terms_accepted_at,
              created_at, updated_at, last_active_at)`,
      lives.map(({ person: p, life }) => [
        p.id,
        p.email,
        p.fullName,
        p.phone,
        passwordHash,
        p.tier,
        p.status,
        life.bonusClaimedAt,
        TERMS_VERSION,
        p.joinedAt,
        p.joinedAt,
        p.lastActiveAt,
        p.lastActiveAt,
      ]),
    ),
    insert(
      db,
      'settings (user_id, language, currency, updated_at)',
      lives.map(({ person: p }) => [p.id, p.language, p.currency, p.joinedAt]),
    ),
    insert(
      db,
      'accounts (id, kind, cash_cents, created_at)',
      lives.map(({ person, life }) => [person.id, 'customer', life.cashCents, person.joinedAt]),
    ),
  ];
}

export function ledgerRows(db: D1Database, lives: readonly Lived[]): D1PreparedStatement[] {
  const operations = lives.flatMap(({ person, life }) =>
    life.operations.map((one) => ({ ...one, accountId: person.id })),
  );
  const transactions = lives.flatMap(({ person, life }) =>
    life.transactions.map((one) => ({ ...one, accountId: person.id })),
  );
  return [
    ...operationRows(db, operations),
    holdingRows(db, lives),
    ...transactionRows(db, transactions),
    answers(db, operations),
  ];
}

type Owned<T> = T & { readonly accountId: string };

function operationRows(db: D1Database, operations: readonly Owned<PastOperation>[]): D1PreparedStatement[] {
  return [
    insert(
      db,
      'operations (id, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, created_at)',
      operations.map((one) => [
        one.id,
        one.accountId,
        one.initiator,
        one.key,
        'seed',
        one.kind,
        one.quoteId,
        one.quoteBasis,
        one.at,
      ]),
    ),
    insert(
      db,
      'entries (operation_id, line, account_id, asset, amount)',
      operations.flatMap((one) =>
        one.entries
          .filter(({ amount }) => amount !== 0)
          .map(({ accountId, asset, amount }, index) => [one.id, index + 1, accountId, asset, amount]),
      ),
    ),
  ];
}

function holdingRows(db: D1Database, lives: readonly Lived[]): D1PreparedStatement {
  return insert(
    db,
    'holdings (account_id, metal, ounces_e4, held_ounces_e4, cost_basis_cents, realised_gain_cents, bought_cents, updated_at)',
    lives.flatMap(({ person, life }) =>
      Object.entries(life.holdings).map(([metal, h]) => [
        person.id,
        metal,
        h.ouncesE4,
        h.heldOuncesE4,
        h.costBasisCents,
        h.realisedGainCents,
        h.boughtCents,
        person.lastActiveAt,
      ]),
    ),
  );
}

function transactionRows(
  db: D1Database,
  transactions: readonly Owned<PastTransaction>[],
): D1PreparedStatement[] {
  return [
    insert(
      db,
      `transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents, total_cents,
                     basis_removed_cents, status, method, gateway, notes, created_at, settled_at)`,
      transactions.map((one) => [
        one.id,
        one.accountId,
        one.operationId,
        one.type,
        one.metal,
        one.ouncesE4,
        one.priceCents,
        one.subtotalCents,
        one.feeCents,
        one.totalCents,
        one.basisRemovedCents,
        one.status,
        one.method,
        one.gateway,
        one.notes,
        one.createdAt,
        one.settledAt,
      ]),
    ),
    insert(
      db,
      `deposits (id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, acknowledged_at,
                 settlement_id, created_at, settled_at)`,
      transactions
        .filter(({ type }) => type === 'deposit')
        .map((one) => [
          one.id,
          one.accountId,
          one.totalCents,
          one.feeCents,
          one.method,
          one.gateway,
          `sandbox-${one.id}`,
          one.status,
          one.createdAt + 250,
          one.settlementId,
          one.createdAt,
          one.settledAt,
        ]),
    ),
  ];
}

/** Where the figures of a metal begin in a row of `answers`. */
const HOLDING_AT = { gold: 4, silver: 9 } as const;
const MARKS_AT = 14;

/** The state after each operation, in the shape of worker/ledger/reply.ts; put together here, since it is long and says much twice. */
function answers(db: D1Database, operations: readonly PastOperation[]): D1PreparedStatement {
  const said = (index: number) => `s.value ->> ${index}`;
  const holdings = TRADED_METALS.map((metal) => {
    const at = HOLDING_AT[metal];
    return `json_object('metal', '${metal}', 'ouncesE4', ${said(at)}, 'heldOuncesE4', ${said(at + 1)},
      'costBasisCents', ${said(at + 2)}, 'realisedGainCents', ${said(at + 3)}, 'boughtCents', ${said(at + 4)})`;
  });
  const marks = TRADED_METALS.map(
    (metal, index) =>
      `'${metal}', json_object('priceCents', ${said(MARKS_AT + 1 + index)}, 'change24hPercent', NULL)`,
  );
  const rows = operations.flatMap(({ id, state }) => {
    if (state === null) return [];
    const { cashCents, pendingCashCents, bonusClaimed } = state;
    const owned = TRADED_METALS.flatMap((metal) => {
      const h = state.holdings[metal] ?? NO_HOLDING;
      return [h.ouncesE4, h.heldOuncesE4, h.costBasisCents, h.realisedGainCents, h.boughtCents];
    });
    const { asOf, prices } = state;
    return [[id, cashCents, pendingCashCents, String(bonusClaimed), ...owned, asOf, ...prices]];
  });
  return db
    .prepare(
      `UPDATE operations SET reply = (
         SELECT json_object('v', 1, 'transaction', ${TRANSACTION_JSON},
           'facts', json_object('cashCents', ${said(1)}, 'pendingCashCents', ${said(2)}, 'bonusClaimed', json(${said(3)}),
             'holdings', json_array(${holdings.join(', ')})),
           'marks', json_object('asOf', ${said(MARKS_AT)}, ${marks.join(', ')}))
         FROM transactions t WHERE t.operation_id = operations.id)
       FROM json_each(?1) s WHERE operations.id = s.value ->> 0`,
    )
    .bind(JSON.stringify(rows));
}

export function alertRows(db: D1Database, alerts: readonly PastAlert[]): D1PreparedStatement {
  return insert(
    db,
    'alerts (id, user_id, metal, direction, target_cents, rearm_cents, is_active, state, since, created_at)',
    alerts.map((one) => [
      one.id,
      one.userId,
      one.metal,
      one.direction,
      one.targetCents,
      one.rearmCents,
      1,
      'armed',
      one.at,
      one.at,
    ]),
  );
}

/** Forwarded long ago, or given up: a webhook that is configured today gets today's submissions. */
export function submissionRows(
  db: D1Database,
  submissions: readonly PastSubmission[],
): D1PreparedStatement[] {
  const chance = new Chance(`forwards ${submissions[0]?.id ?? ''}`);
  return [
    insert(
      db,
      'submissions (id, type, user_id, email, phone, user_agent, data, submitted_at)',
      submissions.map((one) => [
        one.id,
        one.type,
        one.userId,
        one.email,
        one.phone,
        one.userAgent,
        JSON.stringify(one.data),
        one.at,
      ]),
    ),
    db
      .prepare(
        `UPDATE submission_forwards SET state = f.value ->> 1, attempts = f.value ->> 2, rounds = f.value ->> 3,
           last_error = f.value ->> 4, next_attempt_at = NULL, updated_at = updated_at + 2000
         FROM json_each(?1) f WHERE submission_id = f.value ->> 0`,
      )
      .bind(
        JSON.stringify(
          submissions.map(({ id }) =>
            chance.percent(0.6) ? [id, 'failed', 48, 16, 'status 503'] : [id, 'sent', 1, 1, null],
          ),
        ),
      ),
  ];
}

/** All rows as one parameter; `into` names the table and its columns in the order of each row. */
function insert(db: D1Database, into: string, rows: readonly Row[]): D1PreparedStatement {
  const columns = into
    .slice(into.indexOf('('))
    .split(',')
    .map((_, index) => `value ->> ${index}`);
  return db
    .prepare(`INSERT INTO ${into} SELECT ${columns.join(', ')} FROM json_each(?)`)
    .bind(JSON.stringify(rows));
}
