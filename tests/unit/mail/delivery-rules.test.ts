import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAIL_ATTEMPTS,
  MAIL_CLAIM_MS,
  MAIL_WAITS_MS,
  nextMailAttemptAt,
  SEND_TIMEOUT_MS,
} from '../../../worker/domain/mail-delivery.ts';
import {
  FREEZE_MAIL_KINDS,
  isNewsletter,
  isTeamChange,
  LIMITED_MAIL,
  MAIL_KINDS,
  MAIL_RULES,
  SECURITY_CHANGES,
} from '../../../worker/domain/mail-messages.ts';
import { MAILED_LINKS } from '../../../worker/domain/mailed-links.ts';
import { linkOrigin, mailIsSetUp, mailTransportOf, senderOf } from '../../../worker/mail/transport.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('the pauses grow, and the last failure gives the message up', () => {
  const waits = Array.from({ length: MAIL_ATTEMPTS }, (_, n) => nextMailAttemptAt(n + 1, 0, 30 * DAY));
  expect(waits).toEqual([...MAIL_WAITS_MS, null]);
  expect(MAIL_WAITS_MS.map((ms) => ms / MINUTE)).toEqual([1, 2, 5, 15, 60, 180, 360, 720]);
});

test('nobody is written to after the message would confuse them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 10 * DAY }), (attempts, left) => {
      const next = nextMailAttemptAt(attempts, NOW, NOW + left);
      return next === null || (next > NOW && next < NOW + left);
    }),
  );
  expect(nextMailAttemptAt(1, NOW, NOW + MAIL_WAITS_MS[0])).toBeNull();
  expect(nextMailAttemptAt(1, NOW, NOW + MAIL_WAITS_MS[0] + 1)).toBe(NOW + MAIL_WAITS_MS[0]);
});

describe('of the letters', () => {
  const kinds = (isOne: (kind: (typeof MAIL_KINDS)[number]) => boolean) =>
    MAIL_KINDS.filter(isOne).toSorted();

  test('these follow the switches of the customer, and all others go out', () => {
    expect(kinds((kind) => !MAIL_RULES[kind].security)).toEqual([
      'alert-fired',
      'deposit-failed',
      'deposit-receipt',
      'newsletter-confirm',
      'newsletter-welcome',
      'statement-ready',
      'trade-receipt',
      'welcome',
    ]);
  });

  test('these carry no link that freezes the account', () => {
    expect(kinds((kind) => !MAIL_RULES[kind].freezes)).toEqual([
      'account-closing',
      'alert-fired',
      'closing-stopped',
      'complaint-received',
      'confirm-email',
      'contact-answer',
      'email-change-new',
      'newsletter-confirm',
      'newsletter-welcome',
      'operator-alert',
      'statement-ready',
      'storage-tariff',
      'welcome',
    ]);
    expect(FREEZE_MAIL_KINDS.toSorted()).toEqual(kinds((kind) => MAIL_RULES[kind].freezes));
  });

  test('these go to a mailbox that nobody has proved, and these to everybody at once', () => {
    expect(kinds((kind) => MAIL_RULES[kind].toUnconfirmed === true)).toEqual([
      'confirm-email',
      'password-reset',
    ]);
    expect(kinds((kind) => MAIL_RULES[kind].toEverybody === true)).toEqual([
      'storage-receipt',
      'storage-tariff',
    ]);
  });

  test('each is of use for so long', () => {
    const others = {
      'storage-tariff': 30 * DAY,
      'deposit-contested': 14 * DAY,
      'charge-back': 14 * DAY,
      'contact-answer': 14 * DAY,
      identity: 14 * DAY,
      'complaint-received': 3 * DAY,
      'new-sign-in': 3 * DAY,
      'security-change': 3 * DAY,
      'confirm-email': DAY,
      'email-change-old': DAY,
      'email-change-new': DAY,
      'operator-alert': DAY,
      'alert-fired': 6 * HOUR,
      'withdrawal-confirm': 30 * MINUTE,
      'password-reset': 30 * MINUTE,
    };
    const week = Object.fromEntries(MAIL_KINDS.map((kind) => [kind, 7 * DAY]));
    expect(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, MAIL_RULES[kind].usefulForMs]))).toEqual({
      ...week,
      ...others,
    });
  });

  test('these are counted to one recipient', () => {
    const said = LIMITED_MAIL.map(({ kind, limit }) => [kind, limit.max, limit.windowMs]);
    expect(said.toSorted()).toEqual([
      ['alert-fired', 20, HOUR],
      ['deposit-receipt', 10, HOUR],
      ['new-sign-in', 1, HOUR],
      ['trade-receipt', 10, HOUR],
    ]);
  });

  test('these are of the newsletter', () => {
    expect(kinds(isNewsletter)).toEqual(['newsletter-confirm', 'newsletter-welcome']);
  });

  test('these tell of what operators did', () => {
    expect(SECURITY_CHANGES.filter(isTeamChange)).toEqual([
      'account-suspended',
      'account-reactivated',
      'two-step-reset',
      'email-change-by-team',
      'unfreeze-by-team',
    ]);
  });

  test('a link is good for so long', () => {
    expect(MAILED_LINKS).toEqual({
      'password-reset': 30 * MINUTE,
      'confirm-email': DAY,
      'email-change-old': DAY,
      'email-change-new': DAY,
      'remove-factor': 7 * DAY,
      withdrawal: 30 * MINUTE,
      'newsletter-confirm': 7 * DAY,
    });
  });
});

test('a link of thirty minutes is tried at least four times while it is useful', () => {
  const expiresAt = NOW + MAIL_RULES['password-reset'].usefulForMs;
  const tries = [NOW];
  for (let at = nextMailAttemptAt(1, NOW, expiresAt); at !== null;) {
    tries.push(at);
    at = nextMailAttemptAt(tries.length, at, expiresAt);
  }
  expect(tries.length).toBeGreaterThanOrEqual(4);
});

test('a claim outlives the longest run over one handful', () => {
  // Twenty messages, five at a time, none of them answered.
  expect(MAIL_CLAIM_MS).toBeGreaterThan((20 / 5) * SEND_TIMEOUT_MS * 2);
});

const MAIL = { send: () => Promise.reject(new Error('not called')) } as unknown as SendEmail;
const DB = {} as D1Database;
const production = {
  ENVIRONMENT: 'production',
  SITE_ORIGIN: 'https://onca.example',
  MAIL_FROM: 'avisos@onca.example',
  MAIL,
} as const;

test.each([
  ['a whole production', production, 'send_email'],
  ['no sender', { ...production, MAIL_FROM: '' }, null],
  ['no address of the site', { ...production, SITE_ORIGIN: '' }, null],
  ['an address that is none', { ...production, SITE_ORIGIN: 'onca.example' }, null],
  ['an address of another kind', { ...production, SITE_ORIGIN: 'javascript:alert(1)' }, null],
  ['local', { ...production, ENVIRONMENT: 'local', MAIL_FROM: '', SITE_ORIGIN: '' }, 'mailbox'],
  ['staging is production', { ...production, ENVIRONMENT: 'staging', MAIL_FROM: '' }, null],
  ['a forgotten environment is production', { ...production, ENVIRONMENT: '' }, 'send_email'],
])('%s: messages go by %s', (_name, env, expected) => {
  expect(mailTransportOf(env, DB)?.name ?? null).toBe(expected);
  expect(mailIsSetUp(env)).toBe(expected !== null);
});

test('a command without a Worker sends nothing', () => {
  expect(mailTransportOf({ ENVIRONMENT: 'local', SITE_ORIGIN: '', MAIL_FROM: '' }, DB)).toBeNull();
});

test('in production links lead where SITE_ORIGIN says, whatever address a request came by', () => {
  expect(linkOrigin(production, 'https://evil.example')).toBe('https://onca.example');
  expect(linkOrigin({ ...production, SITE_ORIGIN: '' }, 'https://evil.example')).not.toContain('evil');
  const local = { ENVIRONMENT: 'local', SITE_ORIGIN: '' };
  expect(linkOrigin(local, 'http://localhost:8811')).toBe('http://localhost:8811');
  expect(linkOrigin(local, null)).toBe('http://localhost:8787');
  expect(senderOf(production)).toBe('avisos@onca.example');
});
