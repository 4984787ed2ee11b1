// Who has an account, or reads the newsletter: by what an answer says, and by how long it takes. Known and unknown addresses are asked in
// turn, drawn anew each time, at the product's own cost of passwords.

import { Random } from '../faults-run/random.ts';
import { median } from '../bench/statistics.ts';
import { createCustomer, CUSTOMER_PASSWORD_HASH_AT_FULL_COST } from '../support/customers.ts';
import type { Caller } from '../faults-run/caller.ts';
import { isAsked, type Attack, type Part } from './part.ts';
import { pageHeaders } from './people.ts';
import { compared } from './rank-test.ts';
import { Target, type Reply } from './target.ts';

/** A difference counts where the ranks cannot be chance, most pairs show it, and the medians are as far apart as a network would let through. */
const CHANCE = 1e-6;
const MOST = 0.3;
const SEEN_MS = 5;
/** The first answers are those of a cold runtime. */
const WARM_UP = 6;
/** Where a password is hashed, a tenth of a second each. */
const PAIRS_AT_A_HASH = 60;
const PAIRS = 160;

type Door = {
  readonly name: string;
  readonly pairs: number;
  readonly ask: (caller: Caller, email: string) => Promise<Reply | null>;
  /** The decision by which the text may say it. */
  readonly saysBy?: string;
  /** Makes the addresses that are known at this door; without it they are customers. */
  readonly known?: (target: Target, count: number) => Promise<readonly string[]>;
};

const post = (caller: Caller, path: string, body: object) => caller.send('POST', path, body, pageHeaders(''));
const assertion = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
});

const DOORS: readonly Door[] = [
  {
    name: 'sign-in',
    pairs: PAIRS_AT_A_HASH,
    ask: (caller, email) => post(caller, '/api/auth/sign-in', { email, password: 'wrong 9 wrong' }),
  },
  {
    name: 'forgot password',
    pairs: PAIRS,
    ask: (caller, email) => post(caller, '/api/auth/password/forgot', { email }),
  },
  {
    name: 'passkey',
    pairs: PAIRS,
    ask: (caller, email) =>
      post(caller, '/api/auth/passkey', { response: assertion(`credential-${email.split('@')[0]}`) }),
  },
  {
    name: 'newsletter of a customer',
    pairs: PAIRS,
    ask: (caller, email) => post(caller, '/api/newsletter', { email, language: 'en' }),
  },
  {
    name: 'newsletter of who was asked, and has not confirmed',
    pairs: PAIRS,
    ask: (caller, email) => post(caller, '/api/newsletter', { email, language: 'en' }),
    known: (target, count) => subscribers(target, count, null),
  },
  {
    name: 'newsletter of a reader',
    pairs: 3,
    saysBy: 'P65',
    ask: (caller, email) => post(caller, '/api/newsletter', { email, language: 'en' }),
    known: (target, count) => subscribers(target, count, Date.now()),
  },
  {
    name: 'leaving the newsletter',
    pairs: PAIRS,
    ask: (caller, email) =>
      post(caller, `/api/newsletter/unsubscribe?token=${leaveTokenOf(email)}`, {
        'List-Unsubscribe': 'One-Click',
      }),
    known: (target, count) => subscribers(target, count, Date.now()),
  },
  {
    name: 'sign-up',
    pairs: 3,
    saysBy: 'P16',
    ask: (caller, email) =>
      post(caller, '/api/auth/sign-up', {
        fullName: 'Mallory Vale',
        phone: '5511900001111',
        email,
        password: 'mallory pays 9',
        confirmPassword: 'mallory pays 9',
        acceptTerms: true,
      }),
  },
];

export const enumeration: Part = {
  name: 'enumeration',
  share: 2,
  run: async (attack) => {
    const target = await Target.open(attack.bundle, { fullCost: true });
    try {
      for (const door of DOORS) if (isAsked(attack, door.name)) await tryDoor(attack, target, door);
    } finally {
      await target.close();
    }
  },
};

async function tryDoor(attack: Attack, target: Target, door: Door): Promise<void> {
  const random = new Random(`${attack.seed} ${door.name}`);
  const known = await (door.known ?? customers)(target, door.pairs + WARM_UP);
  const unknown = known.map(() => `customer-${crypto.randomUUID()}@example.com`);
  const caller = target.caller();
  const times = { known: [] as number[], unknown: [] as number[] };
  const said = { known: new Set<string>(), unknown: new Set<string>() };
  // The share of the time is for all doors; whoever is not asked by then is not asked.
  const until = performance.now() + (attack.seconds * 1_000) / DOORS.length;
  for (let n = 0; n < known.length && (n < WARM_UP + 20 || performance.now() < until); n += 1) {
    for (const which of random.shuffled(['known', 'unknown'] as const)) {
      const email = (which === 'known' ? known : unknown)[n] ?? '';
      const began = performance.now();
      const reply = await door.ask(caller, email);
      const ms = performance.now() - began;
      if (n >= WARM_UP) times[which].push(ms);
      said[which].add(reply === null ? 'no answer' : heard(reply, email));
    }
  }
  caller.close();
  attack.count('addresses asked', times.known.length * 2);
  const differs = [...said.known].toSorted().join('\n') !== [...said.unknown].toSorted().join('\n');
  if (differs && door.saysBy === undefined)
    attack.find(
      door.name,
      `says which address is known: ${[...said.known].join(' | ')} and ${[...said.unknown].join(' | ')}`,
    );
  if (door.saysBy !== undefined)
    return attack.say(
      `${door.name}: says which address is known, as ${door.saysBy} lets it: ${differs ? 'yes' : 'no'}`,
    );
  const { above, differenceMs, p } = compared(times.known, times.unknown);
  attack.say(
    `${door.name}: known ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms, ` +
      `difference ${differenceMs.toFixed(2)} ms; the known one is slower in ${(above * 100).toFixed(0)} % of pairs, p ${p.toExponential(1)}, n ${times.known.length}`,
  );
  if (p < CHANCE && Math.abs(above - 0.5) > MOST && Math.abs(differenceMs) > SEEN_MS)
    attack.find(door.name, `the time tells which address is known: ${differenceMs.toFixed(1)} ms`);
  return undefined;
}

async function customers({ env }: Target, count: number): Promise<readonly string[]> {
  const emails: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId, email } = await createCustomer(env);
    await env.DB.batch([
      env.DB.prepare('UPDATE users SET password_hash = ?2 WHERE id = ?1').bind(
        userId,
        CUSTOMER_PASSWORD_HASH_AT_FULL_COST,
      ),
      env.DB.prepare(
        `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name, others, created_at)
         VALUES (?1, ?2, ?3, ?4, 0, '[]', 0, 'Key', 0, ?5)`,
      ).bind(crypto.randomUUID(), userId, `credential-${email.split('@')[0]}`, 'p'.repeat(64), Date.now()),
    ]);
    emails.push(email);
  }
  return emails;
}

/** As long as one of the product's. */
const leaveTokenOf = (email: string): string => Buffer.from(email).toString('base64url').slice(0, 64);

/** On the list of the newsletter, or with a letter that was not answered; none of them a customer. */
async function subscribers(
  { env }: Target,
  count: number,
  confirmedAt: number | null,
): Promise<readonly string[]> {
  const emails = Array.from({ length: count }, () => `customer-${crypto.randomUUID()}@example.com`);
  await env.DB.batch(
    emails.map((email) =>
      env.DB.prepare(
        `INSERT INTO newsletter_subscribers (email, language, created_at, confirmed_at, leave_token, link_id, link_hash, link_until)
         VALUES (?1, 'en', ?2, ?3, ?4, ?1, ?5, ?2)`,
      ).bind(email, Date.now(), confirmedAt, leaveTokenOf(email), leaveTokenOf(email).slice(0, 43)),
    ),
  );
  return emails;
}

/** An answer without what differs from call to call: ids, times, and how long one has to wait. */
function heard({ status, text, headers }: Reply, email: string): string {
  const own = new Set(['date', 'x-request-id', 'content-length', 'retry-after', 'server-timing']);
  const kept = Object.entries(headers).filter(([name]) => !own.has(name));
  const body = text
    .replaceAll(email, 'EMAIL')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, 'ID')
    .replaceAll(/"retryAfterSeconds":\d+/gu, '');
  return JSON.stringify([status, kept.toSorted(), body]);
}
