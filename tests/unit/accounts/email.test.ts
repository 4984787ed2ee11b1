// One address, one mailbox: what a mail program could read as another recipient is no address.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, normaliseEmail } from '../../../worker/domain/personal-details.ts';

const REFUSED = [
  // Lists, routes, groups, display names and comments.
  'a,victim@x.example',
  'x<victim@x.example>',
  '<victim@x.example>',
  'victim@x.example>',
  'a@x.example>',
  'a;b@x.example',
  'a@x.example,b.c',
  'a@x.example;b@y.example',
  'a@x.example b@y.example',
  'group:a@x.example;',
  '@y.example:a@x.example',
  'a(comment)@x.example',
  'a@x.example(comment)',
  '"a b"@x.example',
  '"victim@y.example"@x.example',
  'a\\@y.example@x.example',
  'a@@x.example',
  'a@b@x.example',
  // Headers.
  'a@x.example\r\nBcc: b@y.example',
  'a\nb@x.example',
  'a\u0000@x.example',
  '%0d%0abcc:b@x.example',
  'a@x.example%0d%0abcc:b@y.example',
  'mailto:a@x.example?cc=b@y.example',
  // Hosts that are none, or an address in disguise.
  'a@[1.2.3.4].x',
  'a@[1.2.3.4]',
  'a@1.2.3.4',
  'a@１.２.３.４',
  'a@0x7f.1',
  'a@-..c',
  'a@x..example',
  'a@.x.example',
  'a@-x.example',
  'a@x-.example',
  'a@x.example.',
  'a@x_y.example',
  'a@x.example/y',
  'a@x.example:25',
  'a@localhost',
  `a@${'x'.repeat(64)}.example`,
  // Letters that look like others, or like none.
  'ａ@x.example',
  'аna@x.example',
  'a\u200Bb@x.example',
  'a\u202Eb@x.example',
  'a@x\u200B.example',
  'a＠x.example',
  `${'a'.repeat(65)}@x.example`,
  `${'a'.repeat(60)}@${'x.'.repeat(100)}example`,
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(62)}`,
  'a@x.example/例',
  'a@例.example/y',
  'a@例.1',
];

test.each(REFUSED)('%j is not one address', (email) => {
  expect(isEmail(email)).toBe(false);
});

test.each([
  ['ana@example.com', 'ana@example.com'],
  [' Ana.Prado+Onca@Example.COM ', 'ana.prado+onca@example.com'],
  ["o'brien_{x}!#$%&*/=?^`|~-9@sub.example.com", "o'brien_{x}!#$%&*/=?^`|~-9@sub.example.com"],
  ['ana@xn--mnchen-3ya.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@MÜNCHEN.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@mu\u0308nchen.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@ｅxample.com', 'ana@example.com'],
  ['ana@例え。jp', 'ana@xn--r8jz45g.jp'],
  ['ana@ação.com.br', 'ana@xn--ao-siap.com.br'],
] as const)('%j is the address %s', (typed, stored) => {
  expect(isEmail(typed)).toBe(true);
  expect(normaliseEmail(typed)).toBe(stored);
});

test('254 characters are an address, the longest that letters take', () => {
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(61)}`;
  expect(longest).toHaveLength(254);
  expect(isEmail(longest)).toBe(true);
});

test('a host that the network cannot write stays as it was typed', () => {
  expect(normaliseEmail(' Ana@例.1 ')).toBe('ana@例.1');
  expect(normaliseEmail('ana@0x7f.1')).toBe('ana@0x7f.1');
});

test('an address once normalised stays as it is, is ASCII, and has one @ and no separator', () => {
  const part = fc.string({ unit: fc.constantFrom(...'aZ9.-+,;:<>()[]"\\%@ éａ。\u200B\r\n'), maxLength: 12 });
  fc.assert(
    fc.property(part, part, (local, host) => {
      const typed = `${local}@${host}.example`;
      const email = normaliseEmail(typed);
      expect(normaliseEmail(email)).toBe(email);
      expect(isEmail(email)).toBe(isEmail(typed));
      expect(!isEmail(typed) || /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.-]+$/u.test(email)).toBe(true);
    }),
  );
});
