// What a bank takes back of a payment, part by part, gives up and takes again: how each part is divided, and what the books say of it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import {
  type CreditedPayment,
  NOTHING_TAKEN,
  paidCentsOf,
  partTaken,
  type TakenPart,
} from '../../../worker/domain/charge-backs.ts';
import { readD1Error } from '../../../worker/db/d1-errors.ts';
import { failedGuard } from '../../../worker/db/guards.ts';
import { completeDeposit, reserveDeposit } from '../../../worker/ledger/deposits.ts';
import { collect, type DisputeStep, forgive, giveBack, takeBack } from '../../../worker/ledger/disputes.ts';
import { creditCharge, insertBrlDeposit, noteContest } from '../../../worker/ledger/pix.ts';
import { runs } from '../../support/deep.ts';
import { addCustomer, asD1, emptyBooks, move } from '../../support/node-books.ts';

/** 200.00 by card, with a fee of 5.00. */
const CARD: CreditedPayment = { exchangedCents: 20_000, feeCents: 500, taxCents: 0, creditedCents: 20_000 };
/** 250.00 dollars for 1,326.58 reais, with spread and tax. */
const PIX: CreditedPayment = {
  exchangedCents: 132_658,
  feeCents: 1_327,
  taxCents: 510,
  creditedCents: 25_000,
};

const sum = (parts: readonly TakenPart[]): TakenPart =>
  parts.reduce(
    (all, one) => ({
      amountCents: all.amountCents + one.amountCents,
      feeCents: all.feeCents + one.feeCents,
      taxCents: all.taxCents + one.taxCents,
      dueCents: all.dueCents + one.dueCents,
    }),
    NOTHING_TAKEN,
  );

/** Amounts one after the other, and what each is: [of the customer, fee, tax], or null. */
type Example = readonly [
  string,
  CreditedPayment,
  readonly number[],
  readonly (readonly [number, number, number] | null)[],
];

describe('a part', () => {
  test.each<Example>([
    ['all at once takes the fee along', CARD, [20_500], [[20_000, 500, 0]]],
    ['one cent is the customer’s', CARD, [1], [[1, 0, 0]]],
    ['all but the fee leaves the fee with the house', CARD, [20_000], [[20_000, 0, 0]]],
    ['a cent beyond the credited money is a cent of the fee', CARD, [20_001], [[20_000, 1, 0]]],
    [
      'what completes the payment takes the fee',
      CARD,
      [15_000, 5_500],
      [
        [15_000, 0, 0],
        [5_000, 500, 0],
      ],
    ],
    [
      'the fee alone',
      CARD,
      [20_000, 500],
      [
        [20_000, 0, 0],
        [0, 500, 0],
      ],
    ],
    ['a cent more than was paid', CARD, [20_501], [null]],
    ['a cent more than is left', CARD, [15_000, 5_501], [[15_000, 0, 0], null]],
    ['nothing', CARD, [0], [null]],
    ['in reais, all at once', PIX, [134_495], [[25_000, 1_327, 510]]],
    ['in reais, half of it', PIX, [66_329], [[12_500, 0, 0]]],
    ['in reais, a centavo is no cent', PIX, [1], [[0, 0, 0]]],
    ['in reais, rounded down', PIX, [10_000], [[1_884, 0, 0]]],
    [
      'in reais, the last takes the cents that are left',
      PIX,
      [44_219, 44_219, 44_220],
      [
        [8_333, 0, 0],
        [8_333, 0, 0],
        [8_334, 0, 0],
      ],
    ],
    [
      'in reais, the spread before the tax',
      PIX,
      [133_000, 1_000, 495],
      [
        [25_000, 342, 0],
        [0, 985, 15],
        [0, 0, 495],
      ],
    ],
  ])('%s', (_, payment, amounts, expected) => {
    const parts: TakenPart[] = [];
    for (const [index, amountCents] of amounts.entries()) {
      const part = partTaken(payment, sum(parts), amountCents);
      const [due, fee, tax] = expected[index] ?? [];
      expect(part).toEqual(
        expected[index] === null ? null : { amountCents, dueCents: due, feeCents: fee, taxCents: tax },
      );
      if (part !== null) parts.push(part);
    }
  });

  test('whatever is taken and given up, in whichever order: never more than was paid, and all of it to the cent', () => {
    const cents = fc.integer({ min: 0, max: 300_000 });
    const payments = fc.record({
      exchangedCents: fc.integer({ min: 1, max: 60_000_000 }),
      feeCents: cents,
      taxCents: cents,
      creditedCents: fc.integer({ min: 1, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(
        payments,
        fc.array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 30 }),
        (payment, steps) => {
          const paid = paidCentsOf(payment);
          const parts: TakenPart[] = [];
          for (const [gives, n] of steps) {
            if (gives && parts.length > 0) parts.splice(n % parts.length, 1);
            else {
              const left = paid - sum(parts).amountCents;
              const part = left === 0 ? null : partTaken(payment, sum(parts), 1 + (n % left));
              if (part !== null) parts.push(part);
            }
            const stands = sum(parts);
            for (const part of parts)
              for (const one of Object.values(part)) expect(one).toBeGreaterThanOrEqual(0);
            expect(stands.feeCents).toBeLessThanOrEqual(payment.feeCents);
            expect(stands.taxCents).toBeLessThanOrEqual(payment.taxCents);
            expect(stands.dueCents).toBeLessThanOrEqual(payment.creditedCents);
            expect(partTaken(payment, stands, paid - stands.amountCents + 1)).toBeNull();
          }
          const stands = sum(parts);
          if (stands.amountCents < paid) {
            const last = partTaken(payment, stands, paid - stands.amountCents);
            parts.push(last ?? NOTHING_TAKEN);
          }
          expect(sum(parts)).toEqual({
            amountCents: paid,
            feeCents: payment.feeCents,
            taxCents: payment.taxCents,
            dueCents: payment.creditedCents,
          });
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

const NOW = Date.UTC(2026, 10, 24, 12);

/** A dispute as the page of arithmetic has it. */
type Kept = TakenPart & {
  readonly id: string;
  taken: number;
  owed: number;
  forgiven: number;
  won: boolean;
};

/** A customer with a settled deposit, and two operators. */
async function world(payment: CreditedPayment) {
  const node: NodeD1 = emptyBooks();
  const db = asD1(node);
  for (const id of ['ana', 'one', 'two']) await addCustomer(db, id, NOW);
  const id = crypto.randomUUID();
  const inReais = payment === PIX;
  const { creditedCents: amountCents, feeCents } = payment;
  const deposit = { id, accountId: 'ana', amountCents, feeCents: inReais ? 0 : feeCents };
  const made = { requestHash: 'h', now: NOW, alongside: [] };
  await reserveDeposit(db, {
    ...made,
    ...deposit,
    depositId: id,
    operationId: crypto.randomUUID(),
    idempotencyKey: id,
    method: inReais ? 'pix' : 'debit_card',
    gateway: 'sandbox',
  });
  const operationId = crypto.randomUUID();
  if (inReais) {
    const charge = {
      id,
      accountId: 'ana',
      usdCents: amountCents,
      exchangeBrlCents: payment.exchangedCents,
      spreadBrlCents: payment.feeCents,
      iofBrlCents: payment.taxCents,
      brlCents: paidCentsOf(payment),
    };
    node.exec(`INSERT INTO exchange_tariffs (id, from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at, state, decided_by, decided_at)
      VALUES ('tariff', '2026-11-01', 100, 38, 'A rule of the test', 'one', 1, 'announced', 'two', 2)`);
    await insertBrlDeposit(db, {
      ...charge,
      method: 'pix',
      gateway: 'sandbox',
      txid: 'a'.repeat(26),
      expiresAt: NOW + 1,
      rateE4: 53_063,
      rateAt: NOW,
      rateSource: 'test',
      tariffId: 'tariff',
      spreadBasisPoints: 100,
      iofBasisPoints: 38,
      now: NOW,
    }).run();
    const paid = {
      gateway: 'sandbox',
      id: 'E1',
      method: 'pix',
      brlCents: charge.brlCents,
      paidAt: NOW,
    } as const;
    await creditCharge(db, charge, { ...paid, payerMac: 'ana' }, { ...made, operationId });
  } else {
    await completeDeposit(db, deposit, { ...made, operationId });
  }
  /** As two operators decided it. */
  const decided = async (kind: string): Promise<string> => {
    const proposal = crypto.randomUUID();
    node.exec(`INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by,
        decided_at, deposit_id)
      VALUES ('${proposal}', '${kind}', 'ana', '{}', 'one', ${NOW}, ${NOW + 1}, 'a good reason', 'approved', 'two', ${NOW}, '${id}')`);
    return proposal;
  };
  const stepOf = async (kind: string, disputeId: string): Promise<DisputeStep> => ({
    operationId: crypto.randomUUID(),
    transactionId: crypto.randomUUID(),
    proposalId: await decided(kind),
    disputeId,
    of: { id, accountId: 'ana', inReais },
    now: NOW,
  });
  const cash = () => db.prepare(`SELECT cash_cents AS n FROM accounts WHERE id = 'ana'`).first<number>('n');
  return { node, db, id, stepOf, cash };
}

/** A step, and the number that says how much or which. */
const STEPS = [
  'take',
  'take',
  'take',
  'give-up',
  'collect',
  'collect',
  'forgive',
  'spend',
  'spend',
  'earn',
] as const;

test.each([
  ['dollars', CARD],
  ['reais', PIX],
])(
  'the books of %s agree to the cent with a page of arithmetic, whatever comes after what',
  async (_, payment) => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat({ max: 1_000_000 })), {
          minLength: 30,
          maxLength: 45,
        }),
        async (steps) => {
          const { db, id, stepOf, cash } = await world(payment);
          const kept: Kept[] = [];
          /** Whether something was collected just where something was there. */
          const asThere: boolean[] = [];
          let has = payment.creditedCents;
          const standing = () => sum(kept.filter(({ won }) => !won));
          for (const [step, n] of steps) {
            const open = kept.filter(({ won }) => !won);
            const owing = open.filter(({ owed }) => owed > 0);
            const left = paidCentsOf(payment) - standing().amountCents;
            const one = open[n % open.length];
            const debt = owing[n % owing.length];
            if (step === 'take' && left > 0) {
              // Now and then all of it.
              const amount = n % 5 === 0 ? left : 1 + (n % left);
              const stands = standing();
              const part = partTaken(payment, stands, amount) ?? NOTHING_TAKEN;
              const made = await stepOf('charge-back', crypto.randomUUID());
              await db.batch(takeBack(db, made, { part, stands, caseNumber: `CB-${kept.length}` }));
              const taken = Math.min(part.dueCents, has);
              kept.push({
                ...part,
                id: made.disputeId,
                taken,
                owed: part.dueCents - taken,
                forgiven: 0,
                won: false,
              });
              has -= taken;
            } else if (step === 'give-up' && one !== undefined) {
              seen.add(one.forgiven > 0 ? 'given up after it was forgiven' : 'given up');
              await db.batch(giveBack(db, await stepOf('charge-back-won', one.id)));
              has += one.taken;
              Object.assign(one, { taken: 0, owed: 0, forgiven: 0, won: true });
            } else if (step === 'collect' && debt !== undefined) {
              const went = await db.batch(collect(db, await stepOf('debt-collect', debt.id))).then(
                () => true,
                (error: unknown) => !failedGuard(error),
              );
              asThere.push(went === has > 0);
              seen.add(went ? 'collected' : 'nothing to collect');
              const collected = Math.min(debt.owed, has);
              Object.assign(debt, { taken: debt.taken + collected, owed: debt.owed - collected });
              has -= collected;
            } else if (step === 'forgive' && debt !== undefined) {
              await db.batch(forgive(db, await stepOf('debt-forgive', debt.id)));
              Object.assign(debt, { forgiven: debt.forgiven + debt.owed, owed: 0 });
            } else if (step === 'earn' || (step === 'spend' && has > 0)) {
              const amount = step === 'earn' ? 1 + (n % 5_000) : -(n % 3 === 0 ? has : 1 + (n % has));
              await move(db, { accountId: 'ana', asset: 'usd', amount, at: NOW });
              has += amount;
            }
            expect(await cash()).toBe(has);
          }
          expect(asThere).not.toContain(false);
          const { results } = await db
            .prepare(
              `SELECT id, taken_cents AS taken, owed_cents AS owed, forgiven_cents AS forgiven, won_at IS NOT NULL AS won FROM disputes
             WHERE deposit_id = ? ORDER BY case_number, id`,
            )
            .bind(id)
            .all();
          const expected = kept.map(({ id: of, taken, owed, forgiven, won }) => ({
            id: of,
            taken,
            owed,
            forgiven,
            won: won ? 1 : 0,
          }));
          expect(results.toSorted(byId)).toEqual(expected.toSorted(byId));
          const { findings } = await inspectLedger(db);
          // A step of a test that moves cash by itself is no operation of the product's.
          expect(
            findings.filter(
              ({ rule }) =>
                rule.includes('dispute') ||
                rule.includes('reais') ||
                rule.startsWith('entries') ||
                rule.startsWith('cash'),
            ),
          ).toEqual([]);
        },
      ),
      { numRuns: runs(10), seed: 20_261_124 },
    );
    expect([...seen].toSorted()).toEqual([
      'collected',
      'given up',
      'given up after it was forgiven',
      'nothing to collect',
    ]);
  },
);

const byId = (a: { readonly id?: unknown }, b: { readonly id?: unknown }) =>
  String(a.id).localeCompare(String(b.id));

test('two approvals that were reckoned beside the same parts: the second finds another one there, and nothing of it happens', async () => {
  const { db, stepOf, cash } = await world(CARD);
  const part = partTaken(CARD, NOTHING_TAKEN, 12_000) ?? NOTHING_TAKEN;
  const both = await Promise.all(
    ['CB-1', 'CB-2'].map(async (caseNumber) => {
      const step = await stepOf('charge-back', crypto.randomUUID());
      return db.batch(takeBack(db, step, { part, stands: NOTHING_TAKEN, caseNumber })).then(
        () => 'taken',
        (error: unknown) => readD1Error(error).kind,
      );
    }),
  );
  expect(both.toSorted()).toEqual(['check', 'taken']);
  expect(await cash()).toBe(8_000);
});

test('the schema itself refuses a part beyond the payment, a case twice, and another amount afterwards', async () => {
  const { node, id } = await world(CARD);
  const insert = (name: string, amount: number, caseNumber: string) =>
    node.exec(`INSERT INTO disputes (id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents, due_cents,
        taken_cents, owed_cents, opened_at)
      VALUES ('${name}', '${id}', 'ana', 'sandbox', '${caseNumber}', ${amount}, 0, 0, ${amount}, 0, ${amount}, ${NOW})`);
  insert('x', 20_000, 'CB-1');
  expect(() => insert('y', 501, 'CB-2')).toThrow('takes back what was paid');
  expect(() => insert('y', 1, 'cb-1')).toThrow('UNIQUE');
  expect(() => node.exec(`UPDATE disputes SET amount_cents = 1, due_cents = 1, owed_cents = 1`)).toThrow(
    'what it is about',
  );
  insert('y', 500, 'CB-2');
});

test('a deposit that was undone is contested by nobody any more: nothing of it is the customer’s', async () => {
  const { node, db, id } = await world(PIX);
  const contest = (said: 'asked' | 'taken', takenBrlCents: number) =>
    noteContest(db, {
      stepId: crypto.randomUUID(),
      depositId: id,
      said,
      takenBrlCents,
      now: NOW,
      alongside: [],
    });
  node.exec(`PRAGMA foreign_keys = OFF; INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at, reverses)
    SELECT 'undone', (SELECT max(seq) + 1 FROM operations), 'ana', 'house', 'reversal:x', 'x', 'reversal', ${NOW}, settlement_id
    FROM deposits WHERE id = '${id}'`);
  for (const [said, cents] of [
    ['asked', 0],
    ['taken', 1],
  ] as const)
    expect(await contest(said, cents)).toEqual({ ok: false, error: 'AlreadyDecided' });
  node.exec(
    `DROP TRIGGER IF EXISTS operations_are_never_deleted; DELETE FROM operations WHERE id = 'undone'`,
  );
  expect(await contest('asked', 0)).toEqual({ ok: true, value: undefined });
});
