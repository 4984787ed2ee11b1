// Two thousand made-up customers with twenty thousand transactions, so that the operators' screens look as on a working day.
// Each operation is made by the ledger's own functions, in the order of time; only their batches are joined, about a thousand to
// one, because one batch per operation would take minutes. Never in production.

import { insertAlert } from '../db/alerts.ts';
import { guarded } from '../db/guards.ts';
import { createUserStatements, noteSignInStatement } from '../db/users.ts';
import { hashPassword } from '../auth/passwords.ts';
import { rearmCents } from '../domain/alerts.ts';
import { depositFeeCents } from '../domain/fees.ts';
import { decimalText } from '../domain/number-format.ts';
import type { PayoutMethod } from '../domain/payout-accounts.ts';
import type { Marks } from '../domain/portfolio.ts';
import { TERMS_VERSION } from '../domain/terms.ts';
import { DAY_MS, iso } from '../domain/time.ts';
import { claimBonus } from '../ledger/claim-bonus.ts';
import { acknowledgeDeposit, completeDeposit, failDeposit, reserveDeposit } from '../ledger/deposits.ts';
import { openAccount } from '../ledger/open-account.ts';
import { postTrade } from '../ledger/post-trade.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import { type Deposit, liveOf, type Step, type Trade } from './seed-life.ts';
import { type Happening, inOrderOfTime } from './seed-past.ts';
import { crowdIdentity, identityStatements, macOf, seedQueue } from './seed-identities.ts';
import { crowd, type Person } from './seed-people.ts';
import { pastPix } from './seed-reais.ts';
import { payoutAccountStatement, pastWithdrawal, type PayoutSecrets } from './seed-withdrawals.ts';
import { question, submitted } from './seed-submissions.ts';
import { Chance } from './seed-random.ts';

const PEOPLE_PER_BATCH = 100;
const HAPPENINGS_PER_BATCH = 1_000;
/** All of them share it; documented for the demo customer. */
const CROWD_PASSWORD = 'onca-demo-2026';
/** More than any of them has. */
const ALERTS_MAX = 10;

/**
 * Makes those who are missing; answers how many. `meanwhile`: what somebody else did in that time, on the database as it is then. An
 * interrupted seed leaves half of a past, so the caller makes all of it one transaction.
 */
export async function seedCrowd(
  db: D1Database,
  env: Pick<Env, 'ENVIRONMENT' | 'PASSWORD_PEPPER' | 'PAYOUT_KEY'>,
  now: number,
  people: readonly Person[] = crowd(now),
  meanwhile: readonly Happening[] = [],
): Promise<number> {
  if (env.ENVIRONMENT !== 'local') throw new Error('A made-up crowd is only for ENVIRONMENT=local');
  const present = await presentIds(db, people);
  const missing = people.filter(({ id }) => !present.has(id));
  await seedLevels(db, env.PASSWORD_PEPPER, people, present);
  const passwordHash = missing.length === 0 ? '' : await hashPassword(CROWD_PASSWORD, env.PASSWORD_PEPPER);
  const secrets = { passwordHash, pepper: env.PASSWORD_PEPPER, payoutKey: env.PAYOUT_KEY };
  const lives = missing.flatMap((person) => lifeOf(person, secrets, now));
  await liveThrough(db, lives, meanwhile);
  if (missing.length === 0) return 0;
  await forwardedStatement(db, missing).run();
  await Promise.all(missing.map((person) => watchPrices(db, person, now)));
  await seedQueue(db, env.PASSWORD_PEPPER, missing);
  return missing.length;
}

/** The crowd's statements are gathered; what others do reads the database, so that everything before it is written first. */
async function liveThrough(
  db: D1Database,
  lives: readonly Happening[],
  meanwhile: readonly Happening[],
): Promise<void> {
  let joined = joinedBatches(db);
  let gathered = 0;
  const write = async (): Promise<void> => {
    if (gathered > 0) await db.batch(joined.statements);
    joined = joinedBatches(db);
    gathered = 0;
  };
  const ofCrowd = lives.map((life) => ({ ...life, reads: false }));
  const ofOthers = meanwhile.map((other) => ({ ...other, reads: true }));
  for (const { happen, reads } of inOrderOfTime([...ofCrowd, ...ofOthers])) {
    if (reads || gathered === HAPPENINGS_PER_BATCH) await write();
    await happen(reads ? db : joined.db);
    gathered += Number(!reads);
  }
  await write();
}

/** Of a crowd from before there were levels. */
async function seedLevels(
  db: D1Database,
  pepper: string,
  people: readonly Person[],
  present: ReadonlySet<string>,
): Promise<void> {
  const known = await db.prepare('SELECT user_id AS id FROM identities').run<{ id: string }>();
  const have = new Set(known.results.map(({ id }) => id));
  const without = people
    .map(crowdIdentity)
    .filter(({ userId, level }) => present.has(userId) && !have.has(userId) && level > 0);
  for (let start = 0; start < without.length; start += PEOPLE_PER_BATCH) {
    const some = without.slice(start, start + PEOPLE_PER_BATCH);
    const statements = await Promise.all(some.map((one) => identityStatements(db, pepper, one)));
    await db.batch(statements.flat());
  }
}

/** Those who are there already. */
export async function presentIds(db: D1Database, people: readonly Person[]): Promise<ReadonlySet<string>> {
  const ids = JSON.stringify(people.map(({ id }) => id));
  const { results } = await db
    .prepare('SELECT u.id FROM json_each(?) i JOIN users u ON u.id = i.value')
    .bind(ids)
    .run<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

/** A database whose batches wait in `statements` and report success: a refusal appears when they run together. */
function joinedBatches(real: D1Database) {
  const statements: D1PreparedStatement[] = [];
  const batch = async (added: D1PreparedStatement[]) => {
    statements.push(...added);
    return [{ results: [{ reply: '' }] }];
  };
  const db = { prepare: (sql: string) => real.prepare(sql), batch } as unknown as D1Database;
  return { db, statements };
}

type Secrets = PayoutSecrets & { readonly passwordHash: string };

/** One customer with the whole past. */
function lifeOf(person: Person, secrets: Secrets, now: number): Happening[] {
  const { joinedAt, lastActiveAt } = person;
  const life = liveOf(person, now);
  const ways = new Set(life.flatMap((step) => (step.kind === 'withdrawal' ? [step.method] : [])));
  return [
    { at: joinedAt, happen: (db) => join(db, person, secrets, ways) },
    ...life.flatMap((step) => taken(person, secrets.pepper, step)),
    { at: lastActiveAt, happen: (db) => visit(db, person) },
  ];
}

async function join(
  db: D1Database,
  person: Person,
  { passwordHash, ...secrets }: Secrets,
  ways: ReadonlySet<PayoutMethod>,
): Promise<void> {
  const { id, joinedAt } = person;
  const identity = crowdIdentity(person);
  const owner = { id, email: person.email, place: identity.place };
  await db.batch([
    ...createUserStatements(db, {
      ...person,
      passwordHash,
      termsVersion: TERMS_VERSION,
      emailConfirmedAt: joinedAt,
      now: joinedAt,
    }),
    ...openAccount(db, id, joinedAt),
    submitted(db, person, 'signup', joinedAt, { fullName: person.fullName }),
    ...(await identityStatements(db, secrets.pepper, identity)),
    ...(await Promise.all(
      [...ways].map((method) => payoutAccountStatement(db, secrets, owner, method, joinedAt)),
    )),
  ]);
}

async function visit(db: D1Database, person: Person): Promise<void> {
  const { id, joinedAt, lastActiveAt } = person;
  const chance = new Chance(`visits ${person.index}`);
  const cameBack = chance.percent(60) && lastActiveAt - joinedAt > DAY_MS;
  await db.batch([
    noteSignInStatement(db, id, lastActiveAt),
    ...(cameBack ? [submitted(db, person, 'login', lastActiveAt, { loginTime: iso(lastActiveAt) })] : []),
    ...(chance.percent(4) ? [question(db, person, chance)] : []),
    // Last, because a suspended customer cannot trade.
    db.prepare('UPDATE users SET status = ?2 WHERE id = ?1').bind(id, person.status),
  ]);
}

function taken(person: Person, pepper: string, step: Step): Happening[] {
  const operation = {
    operationId: crypto.randomUUID(),
    accountId: person.id,
    idempotencyKey: crypto.randomUUID(),
    requestHash: 'seed',
    marks: marksAt(step.at),
    now: step.at,
  };
  const once = (happen: (db: D1Database) => Promise<unknown>): Happening[] => [
    { at: step.at, happen: async (db) => void (await happen(db)) },
  ];
  switch (step.kind) {
    case 'bonus':
      return once((db) => claimBonus(db, { ...operation, transactionId: crypto.randomUUID() }));
    case 'deposit':
      return deposit(person, operation, step);
    case 'pix': {
      const data = { amount: decimalText(step.usdCents, 2), paymentMethod: 'pix' };
      const notice = (db: D1Database) => [submitted(db, person, 'deposit', step.at, data)];
      const mac = macOf(pepper, crowdIdentity(person).place);
      return pastPix({ id: person.id, mac }, step, operation, notice);
    }
    case 'withdrawal':
      return pastWithdrawal(person, step, operation);
    case 'trade':
      return once((db) => trade(db, person, operation, step));
  }
}

type Operation = Pick<
  Parameters<typeof claimBonus>[1],
  'operationId' | 'accountId' | 'idempotencyKey' | 'requestHash' | 'marks' | 'now'
>;

/** It is made, and a moment later the gateway has decided. */
function deposit(person: Person, operation: Operation, step: Deposit): Happening[] {
  const { amountCents, method, outcome, decidedAt: now } = step;
  const id = crypto.randomUUID();
  const feeCents = depositFeeCents(amountCents, method);
  const data = { amount: decimalText(amountCents, 2), paymentMethod: method };
  const make = async (db: D1Database): Promise<void> => {
    await reserveDeposit(db, {
      ...operation,
      depositId: id,
      amountCents,
      feeCents,
      method,
      gateway: 'sandbox',
      alongside: [submitted(db, person, 'deposit', step.at, data)],
    });
  };
  const decide = async (db: D1Database): Promise<void> => {
    if (outcome === 'completed') {
      const settlement = { operationId: crypto.randomUUID(), requestHash: 'seed', now, alongside: [] };
      await completeDeposit(db, { id, accountId: person.id, amountCents, feeCents }, settlement);
    }
    if (outcome === 'failed') await failDeposit(db, id, { why: 'declined', now });
    const { operationId, marks } = operation;
    await acknowledgeDeposit(db, { id, operationId }, { reference: `sandbox-${id}`, marks, now });
  };
  return [
    { at: step.at, happen: make },
    { at: now, happen: decide },
  ];
}

async function trade(db: D1Database, person: Person, operation: Operation, step: Trade): Promise<void> {
  const { side, metal, ouncesE4, priceCents, totalCents, at } = step;
  const asOf = iso(at);
  const observations = [{ source: 'simulated', midCents: priceCents, at: asOf }];
  const data = {
    tradeType: side,
    metalType: metal,
    ounces: decimalText(ouncesE4, 4),
    price: decimalText(priceCents, 2),
    total: decimalText(totalCents, 2),
  };
  await postTrade(db, {
    ...operation,
    ...step,
    transactionId: crypto.randomUUID(),
    quoteId: crypto.randomUUID(),
    quoteBasis: JSON.stringify({ seq: 0, kind: 'simulated', asOf, observations }),
    atMost: null,
    registerMaxCents: null,
    // The batches are joined: one whose trade is refused has to fail like any other.
    alongside: [
      ...guarded(db, operation.operationId, 'traded', [
        db
          .prepare('UPDATE transactions SET status = status WHERE operation_id = ?')
          .bind(operation.operationId),
      ]),
      submitted(db, person, 'trade', at, data),
    ],
  });
}

function marksAt(at: number): Marks {
  const mark = (metal: 'gold' | 'silver') => ({
    priceCents: simulatedPrice(SIMULATED_SEED, metal, at),
    change24hPercent: null,
  });
  return { asOf: iso(at), gold: mark('gold'), silver: mark('silver') };
}

/** All sent or given up, so that a webhook configured today receives none of them. */
function forwardedStatement(db: D1Database, people: readonly Person[]): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE submission_forwards SET next_attempt_at = NULL, updated_at = updated_at + 2000,
         state = iif(given_up, 'failed', 'sent'), attempts = iif(given_up, 48, 1), rounds = iif(given_up, 16, 1),
         last_error = iif(given_up, 'status 503', NULL)
       FROM (SELECT id, id LIKE '%00' AS given_up FROM submissions WHERE email IN (SELECT value FROM json_each(?1))) AS s
       WHERE submission_id = s.id`,
    )
    .bind(JSON.stringify(people.map(({ email }) => email)));
}

/** One customer in twelve has alerts, far enough from today's price that they do not all fire on the first evening. */
async function watchPrices(db: D1Database, person: Person, now: number): Promise<void> {
  const chance = new Chance(`alerts ${person.index}`);
  if (person.transactions === 0 || !chance.percent(8)) return;
  for (let count = chance.whole(1, 3); count > 0; count -= 1) {
    const metal = chance.percent(60) ? 'gold' : 'silver';
    const direction = chance.percent(55) ? 'above' : 'below';
    const away = chance.between(0.12, 0.35) * (direction === 'above' ? 1 : -1);
    const step = metal === 'gold' ? 5_000 : 50;
    const targetCents = Math.round((simulatedPrice(SIMULATED_SEED, metal, now) * (1 + away)) / step) * step;
    const terms = { metal, direction, targetCents } as const;
    const at = Math.round(chance.between(person.joinedAt, person.lastActiveAt));
    const alert = { id: crypto.randomUUID(), userId: person.id, ...terms, rearmCents: rearmCents(terms) };
    await insertAlert(db, { ...alert, state: 'armed', since: at, now: at }, ALERTS_MAX);
  }
}
