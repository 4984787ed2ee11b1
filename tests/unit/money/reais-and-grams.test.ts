// Amounts in reais and weights in grams beside the ledger's cents and ounces (P49, P50). Every figure of the tables was worked out by hand
// from the rule, not by the code.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayOf, inCurrency } from '../../../web/i18n/display.ts';
import { moneyText, priceText } from '../../../web/i18n/money-text.ts';
import { inOtherCurrency, moneyInput, readMoney } from '../../../web/i18n/money-input.ts';
import { LOCALES } from '../../../web/i18n/locale.ts';
import { fieldText, readSize, type Draft, emptyDraft } from '../../../web/features/trading/order.ts';
import {
  excessPercent,
  gramsOfOunces,
  LEAST_GRAMS_E4,
  ouncesOfGrams,
  targetPerOunceCents,
} from '../../../worker/domain/grams.ts';
import { perGramCents } from '../../../worker/domain/per-gram.ts';
import {
  AMOUNT_MAX_CENTS,
  GRAMS_PER_TROY_OUNCE,
  ORDER_MAX_OUNCES_E4,
  PRICE_MAX_CENTS,
} from '../../../worker/domain/limits.ts';
import { dollarCents } from '../../../worker/domain/exchange.ts';
import { brlCents } from '../../../worker/domain/exchange.ts';
import { runs } from '../../support/deep.ts';

const rate = (usdBrlE4: number) => ({ usdBrlE4, asOf: '2026-11-21T12:00:00.000Z' });
const aRate = fc.integer({ min: 10_000, max: 200_000 });
const aLocale = fc.constantFrom(...LOCALES);
const numRuns = runs(500);

describe('typed reais are dollars rounded down', () => {
  test.each([
    [530_400, 53_040, 100_000],
    [50_000, 53_040, 9_426],
    [1, 53_040, 0],
    [5, 53_040, 0],
    [6, 53_040, 1],
    [99_999, 53_412, 18_722],
  ])('%i centavos at %i are %i cents', (brl, rateE4, cents) => {
    expect(dollarCents(brl, rateE4)).toBe(cents);
  });

  test('never more dollars than were typed, and less than a cent fewer', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000_000), aRate, (brl, rateE4) => {
        const cents = BigInt(dollarCents(brl, rateE4));
        expect(cents * BigInt(rateE4) <= BigInt(brl) * 10_000n).toBe(true);
        expect((cents + 1n) * BigInt(rateE4) > BigInt(brl) * 10_000n).toBe(true);
      }),
      { numRuns },
    );
  });

  test('what a field shows in reais is read as the same dollars again, also after a press on its switch', () => {
    fc.assert(
      fc.property(fc.nat(AMOUNT_MAX_CENTS), aRate, aLocale, (cents, rateE4, locale) => {
        const reais = moneyInput(locale, cents, 'BRL', rate(rateE4));
        expect(readMoney(locale, reais, rate(rateE4))).toEqual({ ok: true, cents });
        const dollars = inOtherCurrency(locale, reais, 'USD', rate(rateE4));
        expect(readMoney(locale, dollars, null)).toEqual({ ok: true, cents });
        expect(inOtherCurrency(locale, dollars, 'BRL', rate(rateE4))).toEqual(reais);
      }),
      { numRuns },
    );
  });

  test('an amount that cannot be converted says why, and a switch keeps text that is no amount', () => {
    expect(readMoney('pt-BR', { text: '500', currency: 'BRL' }, null)).toEqual({ ok: false, reason: 'rate' });
    expect(readMoney('pt-BR', { text: 'R$ 500', currency: 'USD' }, null)).toEqual({
      ok: false,
      reason: 'unit',
    });
    expect(readMoney('pt-BR', { text: '99999999999999', currency: 'BRL' }, rate(10_000))).toEqual({
      ok: false,
      reason: 'range',
    });
    expect(inOtherCurrency('pt-BR', { text: 'R$ 500', currency: 'USD' }, 'BRL', rate(53_040))).toEqual({
      text: 'R$ 500',
      currency: 'BRL',
    });
  });
});

describe('what leads', () => {
  const now = rate(53_040);

  test('is the chosen currency; without a rate the dollars, and while it is on its way reais keep their place', () => {
    expect(displayOf('USD', now)).toMatchObject({ leads: 'USD', beside: null });
    expect(displayOf('BRL', now)).toMatchObject({ leads: 'BRL', beside: 'USD' });
    expect(displayOf('BRL', null)).toMatchObject({ leads: 'USD', beside: 'BRL' });
    expect(displayOf('BRL', undefined)).toMatchObject({ leads: 'BRL', beside: 'USD', rate: null });
    expect(inCurrency(100, 'BRL', null)).toBeNull();
    expect(inCurrency(null, 'USD', now)).toBeNull();
    expect(inCurrency(100, 'USD', null)).toBe(100);
  });

  test('leads in sentences too, with the dollars beside it', () => {
    const text = (chosen: 'USD' | 'BRL', known: typeof now | null) =>
      moneyText('pt-BR', displayOf(chosen, known), 100_000).replaceAll('\u00a0', ' ');
    expect(text('BRL', now)).toBe('R$ 5.304,00 (US$ 1.000,00)');
    expect(text('USD', now)).toBe('US$ 1.000,00');
    expect(text('BRL', null)).toBe('US$ 1.000,00');
    expect(moneyText('en', displayOf('BRL', now), 100_000, 'round')).toBe('R$5,304 (US$1,000)');
    expect(moneyText('en', displayOf('BRL', now), -1, 'always')).toBe('−R$0.05 (−US$0.01)');
  });

  test('a price names the unit of each of its figures where there are two', () => {
    const text = (unit: 'oz' | 'g', chosen: 'USD' | 'BRL') =>
      priceText('pt-BR', displayOf(chosen, now), unit, 442_932).replaceAll('\u00a0', ' ');
    expect(text('oz', 'BRL')).toBe('R$ 23.493,11 (US$ 4.429,32)');
    expect(text('g', 'BRL')).toBe('R$ 755,32/g (US$ 4.429,32/oz)');
    expect(text('g', 'USD')).toBe('US$ 142,41/g (US$ 4.429,32/oz)');
  });

  test('a figure in reais is within half a centavo of its dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: -AMOUNT_MAX_CENTS, max: AMOUNT_MAX_CENTS }), aRate, (cents, rateE4) => {
        const exact = BigInt(cents) * BigInt(rateE4);
        const off = BigInt(brlCents(cents, rateE4)) * 10_000n - exact;
        expect(off <= 5_000n && off >= -5_000n).toBe(true);
        expect(brlCents(-cents, rateE4)).toBe(cents === 0 ? 0 : -brlCents(cents, rateE4));
      }),
      { numRuns },
    );
    expect(brlCents(0, 53_040)).toBe(0);
  });
});

describe('grams', () => {
  test.each([
    // 1 g is 0.0322 oz, which is 1.0015 g.
    [10_000, 322, 0.15],
    [50_000, 1_608, 0.03],
    [1_000_000, 32_151, 0.0008],
    [311_035, 10_001, 0.01],
    [1_000, 33, 2.6],
  ])(
    '%i ten-thousandths of a gram are ordered as %i of an ounce, %d percent more',
    (gramsE4, ouncesE4, more) => {
      expect(ouncesOfGrams(gramsE4)).toBe(ouncesE4);
      const digits = more < 0.005 ? 4 : more < 1 ? 2 : 1;
      expect(excessPercent(gramsE4, ouncesE4).toFixed(digits)).toBe(more.toFixed(digits));
    },
  );

  test.each([
    [438_938, 14_112],
    [5_842, 188],
    [442_932, 14_241],
    [-442_932, -14_241],
    [1, 0],
    [0, 0],
    [PRICE_MAX_CENTS, 3_215_075],
  ])('%i cents an ounce are %i cents a gram', (perOunce, perGram) => {
    expect(perGramCents(perOunce)).toBe(perGram);
  });

  test('the ounce is the one of the terms', () => {
    expect(gramsOfOunces(100_000_000)).toBe(Math.round(GRAMS_PER_TROY_OUNCE * 100_000_000));
  });

  test('nobody gets less than asked, and never a step more than needed', () => {
    fc.assert(
      fc.property(fc.integer({ min: LEAST_GRAMS_E4, max: 31_103_476_800 }), (gramsE4) => {
        const ouncesE4 = ouncesOfGrams(gramsE4);
        const asked = BigInt(gramsE4) * 10_000_000n;
        expect(BigInt(ouncesE4) * 311_034_768n >= asked).toBe(true);
        expect(BigInt(ouncesE4 - 1) * 311_034_768n < asked).toBe(true);
      }),
      { numRuns },
    );
  });

  test('the grams of a weight are that weight again, as a number and as the text of a field', () => {
    fc.assert(
      fc.property(fc.integer({ min: 322, max: ORDER_MAX_OUNCES_E4 }), aLocale, (ouncesE4, locale) => {
        expect(ouncesOfGrams(gramsOfOunces(ouncesE4))).toBe(ouncesE4);
        const draft: Draft = emptyDraft('buy', 'gold', { currency: 'USD', weight: 'g' });
        const text = fieldText(draft, ouncesE4, locale, null);
        expect(readSize({ ...draft, text }, locale)).toEqual({ ok: true, size: { by: 'weight', ouncesE4 } });
      }),
      { numRuns },
    );
  });

  test('a target is kept beyond what was typed by less than a cent, in any currency and unit', () => {
    const terms = fc.record({ perGram: fc.boolean(), usdBrlE4: fc.option(aRate) });
    const direction = fc.constantFrom('above', 'below');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: PRICE_MAX_CENTS }), terms, direction, (typed, how, way) => {
        const kept = BigInt(targetPerOunceCents(typed, how, way));
        // Both sides times (per gram) 10^7 and the rate: typed = kept without remainder where it is exact.
        const exact =
          BigInt(typed) * (how.perGram ? 311_034_768n : 1n) * (how.usdBrlE4 === null ? 1n : 10_000n);
        const one = (how.perGram ? 10_000_000n : 1n) * BigInt(how.usdBrlE4 ?? 1);
        const beyond = way === 'above' ? kept * one - exact : exact - kept * one;
        expect(beyond >= 0n && beyond < one).toBe(true);
      }),
      { numRuns },
    );
  });
});
