// Who the made-up customers are: numbers whose check digits are right, and the levels that their past needs. Some of those who only look
// around wait for the operators. Never in production.

import { numberMacs, sealIdentity } from '../auth/identity-sealing.ts';
import { findIdentity, giveStatement, moveStatement, stepStatement } from '../db/identities.ts';
import { knownIdentityStatements } from '../db/known-identities.ts';
import { maskCpf, withCheckDigits } from '../domain/cpf.ts';
import { holdsUntil, type Level } from '../domain/identity.ts';
import { SANDBOX_PROVIDER } from '../services/identity-provider-sandbox.ts';
import type { Person } from './seed-people.ts';
import { Chance } from './seed-random.ts';
import { MINUTE_MS } from '../domain/time.ts';

export type Seeded = {
  readonly userId: string;
  readonly fullName: string;
  readonly level: Level;
  /** Of the first nine digits: a CPF for each. */
  readonly place: number;
  readonly at: number;
};

/** Nothing where the customer has an identity already. */
export async function identityStatements(
  db: D1Database,
  pepper: string,
  { userId, fullName, level, place, at }: Seeded,
): Promise<D1PreparedStatement[]> {
  if (level === 0) return [];
  const birthYear = 1960 + (place % 45);
  const number = cpfOf(place);
  return knownIdentityStatements(db, {
    userId,
    kind: 'cpf',
    country: 'BR',
    numberMac: macOf(pepper, place),
    sealed: await sealIdentity(pepper, userId, { number, fullName, birthDate: `${birthYear}-05-17` }),
    masked: maskCpf(number),
    birthYear,
    level,
    provider: SANDBOX_PROVIDER,
    checkedAt: at,
    expiresAt: holdsUntil(at),
  });
}

/** Spread over the numbers, so that they do not look counted. */
/** By which one of them is known. */
export const macOf = (pepper: string, place: number): string =>
  numberMacs(pepper, { kind: 'cpf', country: 'BR', number: cpfOf(place) }).newest;

const cpfOf = (place: number): string =>
  withCheckDigits(String(100_000_000 + ((place * 7_919) % 800_000_000)).padStart(9, '0'));

/** The crowd's numbers begin after those of the demo accounts. */
const CROWD_PLACE = 1_000;

/** Who trades is known with papers, a few with the source of their funds; of the others half have given their number. */
export function crowdIdentity({ index, id, fullName, joinedAt, transactions }: Person): Seeded {
  const chance = new Chance(`identity ${index}`);
  const level: Level = transactions > 0 ? (chance.percent(3) ? 3 : 2) : chance.percent(50) ? 1 : 0;
  return { userId: id, fullName, level, place: CROWD_PLACE + index, at: joinedAt + MINUTE_MS };
}

/** One in ten of those who have given nothing else waits: half of them with an appeal. */
export async function seedQueue(db: D1Database, pepper: string, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const { index, id: userId, fullName, lastActiveAt: now, status } = person;
    const chance = new Chance(`queue ${index}`);
    if (crowdIdentity(person).level > 0 || status !== 'active' || !chance.percent(10)) continue;
    if ((await findIdentity(db, userId)) !== null) continue;
    const number = cpfOf(CROWD_PLACE + index);
    const numberMac = macOf(pepper, CROWD_PLACE + index);
    const birthDate = `${1960 + (index % 40)}-05-17`;
    const given = `given:${userId}`;
    const refused = `refused:${userId}`;
    const appealed = `appealed:${userId}`;
    const reason = 'other-name';
    await db.batch([
      giveStatement(
        db,
        {
          userId,
          kind: 'cpf',
          country: 'BR',
          numberMac,
          olderMacs: [],
          sealed: await sealIdentity(pepper, userId, { number, fullName, birthDate }),
          masked: maskCpf(number),
          birthYear: Number(birthDate.slice(0, 4)),
          pep: chance.percent(20) ? { isPep: true, detail: 'Vereadora' } : { isPep: false, detail: null },
          provider: SANDBOX_PROVIDER,
          checkAgainAt: null,
          revision: null,
          stepId: given,
        },
        now,
      ),
      stepStatement(db, { id: given, userId, step: 'given', by: 'customer' }, now),
      ...(chance.percent(50)
        ? []
        : [
            moveStatement(
              db,
              { userId, revision: 0, stepId: refused, state: 'refused', asks: 1, reason, numberMac: null },
              now,
            ),
            stepStatement(
              db,
              { id: refused, userId, step: 'not-matched', by: 'provider', detail: reason },
              now,
            ),
            moveStatement(
              db,
              { userId, revision: 1, stepId: appealed, state: 'appealed', asks: 1, reason },
              now,
            ),
            stepStatement(
              db,
              {
                id: appealed,
                userId,
                step: 'appealed',
                by: 'customer',
                detail: APPEALS[index % APPEALS.length] ?? null,
              },
              now,
            ),
          ]),
    ]);
  }
}

const APPEALS = [
  'Mudei de sobrenome ao casar e o cadastro ainda está com o nome de solteira.',
  'Meu nome tem acento no documento. Podem conferir de novo, por favor?',
];
