import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAIL_ATTEMPTS,
  MAIL_CLAIM_MS,
  MAIL_WAITS_MS,
  nextMailAttemptAt,
  SEND_TIMEOUT_MS,
} from '../../../worker/domain/mail-delivery.ts';
import { MAIL_RULES } from '../../../worker/domain/mail-messages.ts';
import { linkOrigin, mailIsSetUp, mailTransportOf, senderOf } from '../../../worker/mail/transport.ts';

const NOW = 1_800_000_000_000;
const DAY = 24 * 60 * 60_000;

test('the pauses grow, and the last failure gives the message up', () => {
  const waits = Array.from({ length: MAIL_ATTEMPTS }, (_, n) => nextMailAttemptAt(n + 1, 0, 30 * DAY));
  expect(waits).toEqual([...MAIL_WAITS_MS, null]);
  expect([...MAIL_WAITS_MS].toSorted((a, b) => a - b)).toEqual([...MAIL_WAITS_MS]);
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
