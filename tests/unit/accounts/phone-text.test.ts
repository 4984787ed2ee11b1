import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalisePhone } from '../../../worker/domain/personal-details.ts';
import { phoneText, typedPhone } from '../../../worker/domain/phone-text.ts';

describe('a typed telephone number takes the form of its country', () => {
  test.each([
    ['1134567890', '(11) 3456-7890', 'ten digits are a landline'],
    ['11987654321', '(11) 98765-4321', 'eleven a mobile'],
    ['11 98765 4321', '(11) 98765-4321', 'spaces'],
    ['(11) 98765-4321', '(11) 98765-4321', 'already in its form'],
    ['+5511987654321', '+55 (11) 98765-4321', 'with the country'],
    ['5511987654321', '+55 (11) 98765-4321', 'with the country, without a plus sign'],
    ['+1 415 555 0132', '+1 415 555 0132', 'another country stays as typed'],
    ['+14155550132', '+14155550132', 'eleven digits of another country'],
    ['14155550132', '14155550132', 'eleven digits that no number of Brazil has'],
    ['119876', '119876', 'too short'],
    ['119876543210', '119876543210', 'a digit too many'],
    ['+11987654321', '+11987654321', 'another country, with the digits of a mobile'],
    ['', '', 'nothing'],
  ])('%s in Brazil is %s: %s', (typed, shown) => {
    expect(typedPhone(typed, true)).toBe(shown);
  });

  test('elsewhere a number without a country stays as typed', () => {
    expect(typedPhone(' 4155550132 ', false)).toBe('4155550132');
    expect(typedPhone('5511987654321', false)).toBe('+55 (11) 98765-4321');
  });

  test('no digit changes, and a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+\d() -]{0,20}$/u), fc.boolean(), (typed, inBrazil) => {
        const shown = typedPhone(typed, inBrazil);
        expect(normalisePhone(shown)).toBe(normalisePhone(typed));
        expect(typedPhone(shown, inBrazil)).toBe(shown);
      }),
    );
  });

  test('a stored number without a country is shown as it is stored', () => {
    expect(phoneText('1134567890')).toBe('1134567890');
    expect(phoneText('551134567890')).toBe('+55 (11) 3456-7890');
    expect(phoneText('15511987654321')).toBe('15511987654321');
    expect(phoneText('55119876543210')).toBe('55119876543210');
  });
});
