import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { durationText } from '../../web/features/operators/withdrawals/duration-text.ts';
import * as format from '../../web/i18n/format.ts';
import { momentStyle, relativeTime } from '../../web/i18n/relative-time.ts';
import { grams } from '../../web/i18n/weights.ts';
import { localeOf, localisedPath, withoutLocale } from '../../web/i18n/locale.ts';
import mail from '../../locales/pt-BR/mail.json' with { type: 'json' };
import { decimalInputText, parseDecimal, unitIn } from '../../web/i18n/parse-decimal.ts';
import { translator } from '../../web/i18n/messages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../worker/domain/time.ts';

describe('the address decides the language', () => {
  test.each([
    ['/', 'pt-BR', '/'],
    ['/login', 'pt-BR', '/login'],
    ['/en', 'en', '/'],
    ['/en/', 'en', '/'],
    ['/en/login', 'en', '/login'],
    ['/english', 'pt-BR', '/english'],
    ['/login/', 'pt-BR', '/login'],
    ['/en/legal/risk/', 'en', '/legal/risk'],
  ])('%s is %s, %s without its prefix', (path, locale, bare) => {
    expect(localeOf(path)).toBe(locale);
    expect(withoutLocale(path)).toBe(bare);
  });

  test.each([
    ['/', '/en'],
    ['/?a=1', '/en?a=1'],
    ['/#top', '/en#top'],
    ['/dashboard?deposit=1', '/en/dashboard?deposit=1'],
  ])('%s in English is %s', (path, english) => {
    expect(localisedPath('en', path)).toBe(english);
    expect(localisedPath('pt-BR', path)).toBe(path);
  });
});

describe('figures', () => {
  test('money keeps its cents and writes a true minus before the currency', () => {
    expect(format.money('pt-BR', 438938)).toBe('US$\u00a04.389,38');
    expect(format.money('en', 438938)).toBe('US$4,389.38');
    expect(format.money('pt-BR', -1097, 'BRL')).toBe('−R$\u00a010,97');
    expect(format.money('en', 5, 'USD', 'always')).toBe('+US$0.05');
    expect(format.money('en', 0, 'USD', 'always')).toBe('US$0.00');
  });

  test('the largest safe amount is exact', () => {
    expect(format.amount('en', Number.MAX_SAFE_INTEGER)).toBe('90,071,992,547,409.91');
  });

  test('limits in sentences drop empty cents', () => {
    expect(format.moneyRound('pt-BR', 10_000_000)).toBe('US$\u00a0100.000');
    expect(format.moneyRound('en', 10_050)).toBe('US$100.50');
  });

  test('weights have four decimals and grams follow the exact troy ounce', () => {
    expect(format.weight('pt-BR', 5000)).toBe('0,5000\u00a0oz');
    expect(grams('pt-BR', 10_000)).toBe('31,1035\u00a0g');
    expect(grams('en', 321_507)).toBe('1.0000\u00a0kg');
    expect(grams('pt-BR', 321_500)).toBe('999,98\u00a0g');
    expect(grams('en', 1_000_000)).toBe('3.1103\u00a0kg');
  });

  test('a percentage has a sign, a true minus, and a dash when nobody knows it', () => {
    expect(format.percent('pt-BR', 0.824)).toBe('+0,82%');
    expect(format.percent('pt-BR', -0.466)).toBe('−0,47%');
    expect(format.percent('en', -0.001)).toBe('0.00%');
    expect(format.percent('en', null)).toBe('–');
    expect(format.percentRound('pt-BR', 0.5)).toBe('0,5%');
  });

  test('reais are the dollars at the rate, rounded half away from zero', () => {
    expect(format.brlCents(10_000, 53_412)).toBe(53_412);
    expect(format.brlCents(1, 55_000)).toBe(6);
    expect(format.brlCents(-1, 55_000)).toBe(-6);
  });

  test.each([53_040, 53_412, 50_000, 9_999])(
    'a rate of %i ten-thousandths is shown to its last digit',
    (rateE4) => {
      for (const [locale, group, point] of [
        ['pt-BR', '.', ','],
        ['en', ',', '.'],
      ] as const) {
        const shown = format.rate(locale, rateE4).replaceAll(group, '').replace(point, '.');
        // What a customer multiplies by hand is what the page converts: 1,000 dollars lose no digit of the rate.
        expect(Math.round(Number(shown) * 100_000)).toBe(format.brlCents(100_000, rateE4));
      }
    },
  );

  test('times say the place they are read in', () => {
    const at = Date.UTC(2026, 10, 21, 17, 32, 8);
    expect(format.dateTime('pt-BR', at, 'clock', 'America/Sao_Paulo')).toBe('14:32:08');
    expect(format.dateTime('pt-BR', at, 'full', 'America/Sao_Paulo')).toBe('sábado, 21 de novembro de 2026');
    // The zone has the name that the e-mails give it.
    expect(format.dateTime('pt-BR', at, 'stamp', 'America/Sao_Paulo')).toBe(
      `21 de novembro de 2026 às 14:32:08 (${mail.zone})`,
    );
    expect(format.dateTime('pt-BR', at, 'opening', 'America/Sao_Paulo')).toBe(`sábado, 14:32 (${mail.zone})`);
    // In the morning an English hour has one digit and a Portuguese one two, with a date as alone.
    const early = Date.UTC(2026, 10, 21, 5, 46, 1);
    for (const [style, portuguese, english] of [
      ['time', '05:46', '5:46 AM'],
      ['clock', '05:46:01', '5:46:01 AM'],
      ['dayMonthTime', '21 de nov., 05:46', 'Nov 21, 5:46 AM'],
      ['opening', 'sábado, 05:46 UTC', 'Saturday, 5:46 AM UTC'],
      ['minute', '21 de novembro de 2026 às 05:46', 'November 21, 2026 at 5:46 AM'],
      ['stamp', '21 de novembro de 2026 às 05:46:01 UTC', 'November 21, 2026 at 5:46:01 AM UTC'],
    ] as const) {
      expect(format.dateTime('pt-BR', early, style, 'UTC')).toBe(portuguese);
      expect(format.dateTime('en', early, style, 'UTC').replaceAll(/\s/gu, ' ')).toBe(english);
    }
    expect(relativeTime('pt-BR', at, at + 34 * 60_000)).toBe('há 34 minutos');
    expect(relativeTime('en', at, at + 1)).toBe('now');
  });

  test('the day of another year has its year', () => {
    const now = new Date(2026, 0, 1).getTime();
    const text = (at: number) => format.dateTime('en', at, momentStyle(at, now)).replaceAll(/\s/gu, ' ');
    expect(text(now)).toBe('Jan 1, 12:00 AM');
    expect(text(now - 1)).toBe('Dec 31, 2025');
  });
});

describe('typed amounts', () => {
  test.each([
    ['pt-BR', '1.234,56', 2, 123_456],
    ['pt-BR', '1234,5', 2, 123_450],
    ['pt-BR', '0.500', 4, 5_000],
    ['pt-BR', '12.25', 4, 122_500],
    ['pt-BR', '1.234', 4, 12_340_000],
    ['pt-BR', ',5', 4, 5_000],
    ['pt-BR', 'US$ 1.000', 2, 100_000],
    ['en', '1,234.56', 2, 123_456],
    ['en', '0.0001', 4, 1],
    ['en', '1.50000', 2, 150],
    ['en', ' 1 000 ', 2, 100_000],
    ['pt-BR', 'US$ 499,74', 2, 49_974],
    ['pt-BR', '500 dólares', 2, 50_000],
    ['en', 'USD 500', 2, 50_000],
    ['en', '$500.50', 2, 50_050],
  ] as const)('%s %s is %i decimals: %i', (locale, text, scale, units) => {
    expect(parseDecimal(locale, text, scale)).toEqual({ ok: true, units });
  });

  test.each([
    ['pt-BR', '', 'empty'],
    ['pt-BR', ',', 'format'],
    ['pt-BR', 'R$ 100', 'unit'],
    ['pt-BR', '100 reais', 'unit'],
    ['en', '€100', 'unit'],
    ['pt-BR', '10 g', 'unit'],
    ['pt-BR', '0,5 oz', 'unit'],
    ['pt-BR', 'R$ cem', 'format'],
    ['pt-BR', 'R$', 'empty'],
    ['pt-BR', '1,2,3', 'format'],
    ['en', '1.2.3', 'format'],
    ['en', '-3', 'format'],
    ['en', '1e5', 'format'],
    ['en', 'NaN', 'format'],
    ['en', '0.12345', 'decimals'],
    ['en', '99999999999999999', 'range'],
  ] as const)('%s "%s" is refused: %s', (locale, text, reason) => {
    expect(parseDecimal(locale, text, 4)).toEqual({ ok: false, reason });
  });

  test('a field takes what is written in its own unit, and tells which other one was typed', () => {
    expect(parseDecimal('pt-BR', '0,5 oz', 4, 'oz')).toEqual({ ok: true, units: 5_000 });
    expect(parseDecimal('pt-BR', '2 onças', 4, 'oz')).toEqual({ ok: true, units: 20_000 });
    for (const [text, unit] of [
      ['US$ 500', 'USD'],
      ['R$ 500', 'BRL'],
      ['$5', 'USD'],
      ['10 g', 'g'],
      ['10 kg', null],
      ['€ 5', null],
    ] as const) {
      expect(parseDecimal('pt-BR', text, 4, 'oz')).toEqual({ ok: false, reason: 'unit' });
      expect(unitIn(text)).toBe(unit);
    }
    expect(parseDecimal('pt-BR', 'R$ 1.234,56', 2, 'BRL')).toEqual({ ok: true, units: 123_456 });
    expect(parseDecimal('en', '5 grams', 4, 'g')).toEqual({ ok: true, units: 50_000 });
    expect(unitIn('500')).toBeNull();
  });

  test.each(['pt-BR', 'en'] as const)('what a %s field shows reads back as the same units', (locale) => {
    for (const units of [0, 1, 5000, 12_500, 999_999_999]) {
      expect(parseDecimal(locale, decimalInputText(locale, units, 4), 4)).toEqual({ ok: true, units });
    }
  });
});

describe('messages', () => {
  const words = {
    'pt-BR': { greeting: 'Olá, {{name}}', days: { one: '{{n}} dia', other: '{{n}} dias' } },
    en: { greeting: 'Hello, {{name}}', days: { one: '{{n}} day', other: '{{n}} days' } },
  } as const;

  test('are filled in and counted in the page language', () => {
    expect(translator(words['pt-BR'], 'pt-BR')('greeting', { name: 'Ana' })).toBe('Olá, Ana');
    expect(translator(words.en, 'en').count('days', 1)).toBe('1 day');
    expect(translator(words['pt-BR'], 'pt-BR').count('days', 1_000_000)).toBe('1000000 dias');
  });

  test('a missing key shows itself and warns', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(translator(words.en, 'en')('nothing.here' as never)).toBe('nothing.here');
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

test('the clock that every page shows is what Intl would write, space for space', () => {
  const moment = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(
      moment,
      fc.constantFrom('pt-BR', 'en'),
      fc.constantFrom('time', 'clock'),
      (at, locale, style) => {
        const tag = locale === 'en' ? 'en-US' : 'pt-BR';
        const timeStyle = style === 'time' ? 'short' : 'medium';
        const intl = new Intl.DateTimeFormat(tag, { timeStyle }).format(at);
        expect(format.dateTime(locale, at, style)).toBe(intl.replace(/\s/u, '\u00a0'));
      },
    ),
  );
  expect(() => format.dateTime('en', 'no time', 'clock')).toThrow(RangeError);
});

test.each([
  [20_000, '1 minuto', '1 minute'],
  [MINUTE_MS, '1 minuto', '1 minute'],
  [2.5 * HOUR_MS, '2,5 horas', '2.5 hours'],
  [DAY_MS, '1 dia', '1 day'],
] as const)('operators read %i ms as %s', (ms, portuguese, english) => {
  expect(durationText('pt-BR', ms)).toBe(portuguese);
  expect(durationText('en', ms)).toBe(english);
});
