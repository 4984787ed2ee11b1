// What holds a withdrawal, each hold at the last millisecond and at its end; by what a customer proves one; and that the batch judges by what
// has happened until then.

import { describe, expect, test } from 'vitest';
import { oldestFactorAt } from '../../../worker/db/factors.ts';
import { addPasskeyStatement } from '../../../worker/db/passkeys.ts';
import { securityEventStatement } from '../../../worker/db/security-events.ts';
import { addTotpStatement } from '../../../worker/db/totp.ts';
import {
  HOLD_REASONS,
  HOLDING_EVENTS,
  type HoldEvent,
  HOLDS_LOOK_BACK_MS,
  holdsOf,
  holdUntil,
} from '../../../worker/domain/holds.ts';
import { SECURITY_EVENT_KINDS } from '../../../worker/domain/security-events.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { type WithdrawalProof, withdrawalProof } from '../../../worker/domain/withdrawals.ts';
import {
  addPayoutAccount,
  ask,
  type Books,
  cashOf,
  findingsOf,
  payoutOf,
  send,
  START,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const AT = Date.UTC(2026, 10, 24, 12);

const TABLE: readonly (readonly [what: string, event: HoldEvent, ms: number])[] = [
  ['a changed password, 24 hours', { reason: 'password-changed', at: AT }, DAY_MS],
  ['a removed factor, 72 hours', { reason: 'factor-removed', at: AT }, 3 * DAY_MS],
  ['factors reset by the team, 72 hours', { reason: 'factors-reset', at: AT }, 3 * DAY_MS],
  ['a used recovery code, 72 hours', { reason: 'recovery-code-used', at: AT }, 3 * DAY_MS],
  ['a changed e-mail address, 72 hours', { reason: 'email-changed', at: AT }, 3 * DAY_MS],
  ['a new payout account, 48 hours', { reason: 'new-payout-account', at: AT }, 2 * DAY_MS],
  [
    'one at the bank that the first deposit came from, 24 hours',
    { reason: 'new-source-account', at: AT },
    DAY_MS,
  ],
  ['a new browser, two hours', { reason: 'new-device', at: AT }, 2 * HOUR_MS],
];

test.each(TABLE)('%s: up to its end, and not at it', (_, event, ms) => {
  const until = AT + ms;
  const hold = { reason: event.reason, until };
  expect(holdsOf([event], AT)).toEqual([hold]);
  expect(holdsOf([event], until - 1)).toEqual([hold]);
  expect(holdsOf([event], until)).toEqual([]);
});

test('an account younger than seven days: each withdrawal waits 24 hours from its question', () => {
  const event = { reason: 'new-account', at: AT } as const;
  const last = AT + 7 * DAY_MS - 1;
  expect(holdsOf([event], AT)).toEqual([{ reason: 'new-account', until: AT + DAY_MS }]);
  expect(holdsOf([event], last)).toEqual([{ reason: 'new-account', until: last + DAY_MS }]);
  expect(holdsOf([event], last + 1)).toEqual([]);
});

test('all of them are listed, each reason once, and the longest first counts', () => {
  const events: HoldEvent[] = [
    { reason: 'new-device', at: AT },
    { reason: 'password-changed', at: AT - HOUR_MS },
    { reason: 'password-changed', at: AT - 2 * HOUR_MS },
    { reason: 'email-changed', at: AT - DAY_MS },
    { reason: 'factor-removed', at: AT - 3 * DAY_MS },
  ];
  const holds = holdsOf(events, AT);
  expect(holds).toEqual([
    { reason: 'email-changed', until: AT + 2 * DAY_MS },
    { reason: 'password-changed', until: AT + 23 * HOUR_MS },
    { reason: 'new-device', until: AT + 2 * HOUR_MS },
  ]);
  expect(holdUntil(holds, AT)).toBe(AT + 2 * DAY_MS);
  expect(holdUntil([], AT)).toBe(AT);
});

test('every reason but those of other tables comes from the security log, and nothing that adds a factor holds', () => {
  const logged = new Set<string>(Object.values(HOLDING_EVENTS));
  expect(HOLD_REASONS.filter((reason) => !logged.has(reason))).toEqual([
    'new-payout-account',
    'new-source-account',
    'new-device',
    'new-account',
  ]);
  for (const kind of Object.keys(HOLDING_EVENTS)) expect(SECURITY_EVENT_KINDS).toContain(kind);
  for (const kind of ['two-step-on', 'passkey-added', 'passkey-renamed', 'recovery-codes-renewed'])
    expect(HOLDING_EVENTS).not.toHaveProperty(kind);
});

test('nothing that is older than what is looked at holds', () => {
  for (const [, event] of TABLE) expect(holdsOf([{ ...event, at: AT - HOLDS_LOOK_BACK_MS }], AT)).toEqual([]);
});

describe('by what a withdrawal is proved', () => {
  type Factors = { readonly app?: number; readonly passkeys?: readonly number[] };
  const setFactors = async ({ node, db }: Books, { app, passkeys = [] }: Factors) => {
    node.exec('DELETE FROM totp_factors; DELETE FROM passkeys');
    if (app !== undefined)
      await addTotpStatement(db, {
        userId: 'ana',
        sealedSecret: 'x'.repeat(80),
        step: 0,
        now: START - app,
      }).run();
    for (const [index, age] of passkeys.entries())
      await addPasskeyStatement(db, {
        id: `key-${index}`,
        userId: 'ana',
        credentialId: `credential-${index}`.padEnd(16, '-'),
        publicKey: 'k'.repeat(16),
        counter: 0,
        transports: [],
        synced: false,
        name: 'Phone',
        now: START - age,
      }).run();
  };

  let shared: Books | undefined;
  test.each<[string, Factors, WithdrawalProof]>([
    ['no factor: the password and the link', {}, 'mail'],
    ['an app that was added now: its code and the link', { app: 0 }, 'factor-and-mail'],
    ['an app of a day less a millisecond: its code and the link', { app: DAY_MS - 1 }, 'factor-and-mail'],
    ['an app of a day: its code', { app: DAY_MS }, 'factor'],
    ['a passkey that was added now: it and the link', { passkeys: [0] }, 'factor-and-mail'],
    ['a passkey of a day less a millisecond', { passkeys: [DAY_MS - 1] }, 'factor-and-mail'],
    ['a passkey of a day', { passkeys: [DAY_MS] }, 'factor'],
    ['a passkey that was added now beside an old app', { app: DAY_MS, passkeys: [0] }, 'factor'],
    ['an app that was added now beside an old passkey', { app: 0, passkeys: [1, DAY_MS] }, 'factor'],
    ['two young ones', { app: HOUR_MS, passkeys: [DAY_MS - 1] }, 'factor-and-mail'],
  ])('%s', async (_, factors, proof) => {
    shared ??= await withdrawalBooks(100_000);
    await setFactors(shared, factors);
    expect(withdrawalProof(await oldestFactorAt(shared.db, 'ana'), START)).toBe(proof);
  });

  test.each([
    [DAY_MS - 1, 'unconfirmed', 'withdrawal-confirm'],
    [DAY_MS, 'ready', 'withdrawal-requested'],
  ] as const)('asked for with a factor that is %i ms old: %s', async (age, state, kind) => {
    const books = await withdrawalBooks(100_000);
    await setFactors(books, { passkeys: [age] });
    expect(await ask(books, 10_000)).toMatchObject({ value: { state } });
    const letters = await books.db.prepare('SELECT kind FROM mail_outbox').all();
    expect(letters.results).toEqual([{ kind }]);
    // Adding one holds nothing; without the link nothing is sent.
    expect(await send(books)).toMatchObject({ sent: state === 'ready' ? 1 : 0 });
  });
});

describe('what happens between the reading and the batch', () => {
  /** The database of a request in which this happens right before each of its batches. */
  const meanwhile = ({ db }: Books, happen: (time: number) => unknown): D1Database => {
    let times = 0;
    return {
      prepare: (sql: string) => db.prepare(sql),
      async batch(statements: D1PreparedStatement[]) {
        await happen((times += 1));
        return db.batch(statements);
      },
    } as unknown as D1Database;
  };
  const logged = ({ db, now }: Books, kind: keyof typeof HOLDING_EVENTS) =>
    securityEventStatement(db, {
      id: crypto.randomUUID(),
      userId: 'ana',
      kind,
      at: now,
      device: null,
      place: null,
    }).run();
  const holdsIn = async ({ db }: Books, id: string) =>
    JSON.parse(
      (await db.prepare('SELECT holds FROM withdrawals WHERE id = ?').bind(id).first<string>('holds')) ?? '',
    ) as unknown;

  test.each(Object.entries(HOLDING_EVENTS))('is judged: %s', async (kind, reason) => {
    const books = await withdrawalBooks(100_000);
    let batches = 0;
    const once = meanwhile(books, (time) => {
      batches = time;
      return time === 1 && logged(books, kind as keyof typeof HOLDING_EVENTS);
    });
    const asked = await ask(books, 10_000, 'wire', 'key', once);
    const id = asked.ok ? asked.value.id : '';
    expect(batches).toBe(2);
    const until = holdUntil(holdsOf([{ reason, at: START }], START), START);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'held' });
    expect(await holdsIn(books, id)).toEqual([{ reason, until }]);
    books.now = until - 1;
    expect(await send(books)).toMatchObject({ sent: 0 });
    books.now = until;
    expect(await send(books)).toMatchObject({ sent: 1 });
    expect(await findingsOf(books)).toEqual([]);
  });

  test('is judged: a new browser, another payout account, and a factor that is taken away', async () => {
    const books = await withdrawalBooks(100_000);
    const happen = [
      () =>
        books.node.exec(`INSERT INTO known_devices (user_id, device_hash, first_seen_at, last_seen_at)
          VALUES ('ana', '${'b'.repeat(43)}', ${START}, ${START})`),
      () => {
        books.node.exec(`UPDATE payout_accounts SET status = 'removed', removed_at = 1 WHERE id = 'ana-ted'`);
        addPayoutAccount(books.node, 'ana', 'ted', 'ana-other', START);
      },
      async () => {
        books.node.exec('DELETE FROM totp_factors');
        await logged(books, 'two-step-off');
      },
    ];
    const asked = await ask(
      books,
      10_000,
      'wire',
      'key',
      meanwhile(books, (time) => happen[time - 1]?.()),
    );
    // The fourth batch is the first that finds all as it was read.
    const id = asked.ok ? asked.value.id : '';
    expect(await payoutOf(books, id)).toMatchObject({ state: 'unconfirmed' });
    expect(await holdsIn(books, id)).toEqual([
      { reason: 'factor-removed', until: START + 3 * DAY_MS },
      { reason: 'new-device', until: START + 2 * HOUR_MS },
    ]);
  });

  test('again and again: nothing is taken, and the same request may be sent again', async () => {
    const books = await withdrawalBooks(100_000);
    let happened = 0;
    const always = meanwhile(books, () => {
      happened += 1;
      books.now += 1;
      return logged(books, 'password-changed');
    });
    expect(await ask(books, 10_000, 'wire', 'key', always)).toEqual({ ok: false, error: 'Unavailable' });
    expect(happened).toBe(4);
    expect(await cashOf(books)).toBe(100_000);
    expect(await ask(books, 10_000, 'wire', 'key')).toMatchObject({ value: { state: 'held' } });
    expect(await findingsOf(books)).toEqual([]);
  });
});
