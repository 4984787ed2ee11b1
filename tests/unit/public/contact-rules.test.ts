import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ContactMessage, Subscription } from '../../../worker/contract/contact.ts';
import { MESSAGE_MAX_CHARACTERS, normaliseMessage } from '../../../worker/domain/contact-rules.ts';
import { ACCEPTED_MESSAGES, GOOD_MESSAGE, REFUSED_MESSAGES } from '../../fixtures/contact-examples.ts';
import { problemsIn } from '../../support/form-problems.ts';
import { anyLetter } from '../../support/any-letter.ts';

test.each(REFUSED_MESSAGES)('a contact message is refused for $name', ({ change, problems }) => {
  const found = problemsIn(ContactMessage, { ...GOOD_MESSAGE, ...change });
  expect(found.map(({ field, code, message }) => [field, code, message])).toEqual(problems);
});

test.each(ACCEPTED_MESSAGES)('a contact message is taken with $name', ({ change, stored }) => {
  const parsed = v.parse(ContactMessage, { ...GOOD_MESSAGE, ...change });
  const { phone, ...rest } = parsed;
  expect({ ...rest, phone: phone === '' ? null : phone }).toMatchObject(stored);
});

test('without a topic a message is general', () => {
  const { inquiry: _, ...rest } = GOOD_MESSAGE;
  expect(v.parse(ContactMessage, rest).inquiry).toBe('general');
});

test('whatever a robot writes beside the trap, it is told nothing', () => {
  expect(v.parse(ContactMessage, { website: 'https://spam.example' }).trapped).toBe(true);
  expect(v.parse(Subscription, { website: 'x', email: 'no' }).trapped).toBe(true);
});

test.each([
  ['', 'emailRequired', 'Please enter your email address'],
  ['   ', 'emailRequired', 'Please enter your email address'],
  ['ana@', 'invalidEmail', 'Please enter a valid email address'],
  ['ana example.com', 'invalidEmail', 'Please enter a valid email address'],
])('the newsletter refuses "%s"', (email, code, message) => {
  expect(problemsIn(Subscription, { email })).toEqual([{ field: 'email', code, message }]);
});

test('a normalised message stays as it is, has no control characters and keeps every line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 200 }), (text) => {
      const once = normaliseMessage(text);
      expect(normaliseMessage(once)).toBe(once);
      expect(once).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(once.isWellFormed()).toBe(true);
    }),
  );
});

test('what the form lets through, the database takes: no field is ever longer than its limit', () => {
  const field = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(field, field, fc.string({ unit: anyLetter, maxLength: 6_000 }), (name, subject, message) => {
      const parsed = v.safeParse(ContactMessage, { ...GOOD_MESSAGE, name, subject, message });
      if (!parsed.success) return;
      expect([...parsed.output.name].length).toBeLessThanOrEqual(99);
      expect([...parsed.output.subject].length).toBeLessThanOrEqual(150);
      expect([...parsed.output.message].length).toBeLessThanOrEqual(MESSAGE_MAX_CHARACTERS);
    }),
  );
});
