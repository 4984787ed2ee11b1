// Withdrawals of the last days, so that the operators' queue and treasury look as on a working day: some wait for the end of a hold, some
// for two operators, each for another reason; one is with the bank, one came back, some are paid. Who asks is one of the crowd who has so
// much and does nothing else in these days; holds, flags and bounds are those of the product. Never in production.

import { noteSignInStatement } from '../db/users.ts';
import { withdrawableSql } from '../db/withdrawable.ts';
import { holdsOf } from '../domain/holds.ts';
import type { PayoutMethod } from '../domain/payout-accounts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';
import { presentIds } from './seed-crowd.ts';
import { crowdIdentity } from './seed-identities.ts';
import type { Happening } from './seed-past.ts';
import type { Person } from './seed-people.ts';
import { payoutAccountStatement, pastWithdrawal, type PastWithdrawal } from './seed-withdrawals.ts';

type Ask = Pick<PastWithdrawal, 'amountCents' | 'outcome'> & { readonly agoMs: number };
/** What one customer does, oldest first: names an account, and asks for money. */
type Part = {
  readonly method: PayoutMethod;
  readonly namedAgoMs: number;
  readonly asks: readonly [Ask, ...Ask[]];
  readonly isNew?: true;
};

const hours = (count: number): number => count * HOUR_MS;

const PARTS: readonly Part[] = [
  // Large, and the first to this account.
  {
    method: 'ted',
    namedAgoMs: hours(100),
    asks: [{ agoMs: hours(26), amountCents: 1_450_000, outcome: 'asked' }],
  },
  // The third in 24 hours.
  {
    method: 'pix',
    namedAgoMs: hours(90),
    asks: [
      { agoMs: hours(21), amountCents: 90_000, outcome: 'paid' },
      { agoMs: hours(10), amountCents: 65_000, outcome: 'paid' },
      { agoMs: hours(3), amountCents: 40_000, outcome: 'asked' },
    ],
  },
  // Of a young account.
  {
    method: 'pix',
    namedAgoMs: hours(80),
    asks: [{ agoMs: hours(31), amountCents: 30_000, outcome: 'asked' }],
    isNew: true,
  },
  // The sandbox sends back what ends in .66, and says no more of what ends in .13.
  {
    method: 'ted',
    namedAgoMs: hours(78),
    asks: [{ agoMs: hours(28), amountCents: 110_066, outcome: 'returned' }],
  },
  {
    method: 'pix',
    namedAgoMs: hours(60),
    asks: [{ agoMs: 40 * MINUTE_MS, amountCents: 184_013, outcome: 'sending' }],
  },
  // The first to this account.
  {
    method: 'pix',
    namedAgoMs: hours(70),
    asks: [{ agoMs: hours(7), amountCents: 480_000, outcome: 'asked' }],
  },
  {
    method: 'pix',
    namedAgoMs: hours(65),
    asks: [{ agoMs: hours(6), amountCents: 150_000, outcome: 'paid' }],
  },
  // To accounts that are new.
  {
    method: 'pix',
    namedAgoMs: hours(20),
    asks: [{ agoMs: hours(19), amountCents: 125_000, outcome: 'asked' }],
  },
  {
    method: 'ted',
    namedAgoMs: hours(5),
    asks: [{ agoMs: hours(4.5), amountCents: 620_000, outcome: 'asked' }],
  },
];

/** Before the first of them. */
const QUIET_MS = Math.max(...PARTS.map(({ namedAgoMs }) => namedAgoMs)) + HOUR_MS;
/** A month has not passed, but a week: the flag of a young account without its hold. */
const isNewAt = ({ joinedAt }: Person, now: number): boolean =>
  joinedAt > now - 28 * DAY_MS && joinedAt < now - 12 * DAY_MS;

type SeedEnv = Pick<Env, 'PASSWORD_PEPPER' | 'PAYOUT_KEY'>;

/** For `seedCrowd`, beside the pasts of these people; nothing where they are there already. */
export async function payoutsUnderWay(
  db: D1Database,
  env: SeedEnv,
  now: number,
  people: readonly Person[],
): Promise<Happening[]> {
  if ((await presentIds(db, people)).size > 0) return [];
  const quiet = people.filter(
    ({ status, transactions, lastActiveAt }) =>
      status === 'active' && transactions > 0 && lastActiveAt < now - QUIET_MS,
  );
  const [known, young] = [
    quiet.filter(({ joinedAt }) => joinedAt < now - 60 * DAY_MS),
    quiet.filter((person) => isNewAt(person, now)),
  ];
  return PARTS.flatMap((part) => played(env, now, part, part.isNew === true ? young : known));
}

/** Nothing happens where nobody has so much. */
function played(
  env: SeedEnv,
  now: number,
  { method, namedAgoMs, asks }: Part,
  people: readonly Person[],
): Happening[] {
  const secrets = { pepper: env.PASSWORD_PEPPER, payoutKey: env.PAYOUT_KEY };
  const namedAt = now - namedAgoMs;
  const sum = asks.reduce((cents, { amountCents }) => cents + amountCents, 0);
  let found: Person | undefined;
  const name = async (db: D1Database): Promise<void> => {
    found = await whoHas(db, people, sum, namedAt);
    if (found === undefined) return;
    const owner = { ...found, place: crowdIdentity(found).place };
    await db.batch([
      noteSignInStatement(db, found.id, namedAt),
      await payoutAccountStatement(db, secrets, owner, method, namedAt),
    ]);
  };
  const asked = asks.flatMap(({ agoMs, amountCents, outcome }) => {
    const at = now - agoMs;
    const decidedAt = at + MINUTE_MS;
    const holds = holdsOf([{ reason: 'new-payout-account', at: namedAt }], at);
    let steps: readonly Happening[] = [];
    const ask = async (db: D1Database): Promise<void> => {
      if (found === undefined) return;
      const operation = { operationId: crypto.randomUUID(), idempotencyKey: crypto.randomUUID() };
      steps = pastWithdrawal(found, { at, amountCents, method, outcome, decidedAt, holds }, operation);
      await noteSignInStatement(db, found.id, decidedAt).run();
      await steps[0]?.happen(db);
    };
    return [
      { at, happen: ask },
      { at: decidedAt, happen: async (db: D1Database) => steps[1]?.happen(db) },
    ];
  });
  return [{ at: namedAt, happen: name }, ...asked];
}

/** Of those who named no account yet, who has the least that is enough. */
async function whoHas(
  db: D1Database,
  people: readonly Person[],
  cents: number,
  at: number,
): Promise<Person | undefined> {
  const id = await db
    .prepare(
      `SELECT a.id FROM json_each(?1) i JOIN accounts a ON a.id = i.value
       WHERE a.cash_cents >= ?2 AND ${withdrawableSql('a.id', '?3')} >= ?2
         AND NOT EXISTS (SELECT 1 FROM payout_accounts p WHERE p.account_id = a.id)
       ORDER BY a.cash_cents, a.id LIMIT 1`,
    )
    .bind(JSON.stringify(people.map((person) => person.id)), cents, at)
    .first<string>('id');
  return people.find((person) => person.id === id);
}
