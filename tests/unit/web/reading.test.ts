// Security, about, learn and the legal texts: what the pages rely on in their texts, and that no figure is without
// its source.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filled, messageList } from '../../../web/i18n/use-text.ts';
import { accountTerms } from '../../../web/i18n/account-terms.ts';
import { LOCALES } from '../../../web/i18n/locale.ts';
import { STORED_ON_DEVICE } from '../../../web/pages/legal/storage-table.tsx';
import {
  ARTICLE_SOURCES,
  EVENT_SOURCES,
  QUESTION_SOURCES,
  TYPE_SOURCES,
} from '../../../web/pages/learn-sources.ts';
import { paymentTerms } from '../../../web/i18n/payment-terms.ts';
import { arrivalDay } from '../../../worker/domain/business-days.ts';
import { PAYOUT_METHODS } from '../../../worker/domain/payout-accounts.ts';
import type { FactSource } from '../../../web/features/prices/facts.ts';
import {
  aboutWords,
  homeBelowWords,
  pricingMoreWords,
  learnWords,
  legalDisclaimerWords,
  legalPrivacyWords,
  legalRiskWords,
  legalTermsWords,
  securityWords,
} from '../../support/words.ts';

const PAGES = { securityWords, aboutWords, learnWords };
const LEGAL = { legalTermsWords, legalPrivacyWords, legalDisclaimerWords, legalRiskWords };

const placeholdersIn = (value: unknown) => JSON.stringify(value).match(/\{\{.*?\}\}/gu) ?? [];
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\{.*?\}\}/gu, '');

describe('a list in the words', () => {
  test('is given as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (list) => {
        expect(messageList(list)).toBe(list);
      }),
    );
  });

  test('that is not an array is treated as empty', () => {
    const noList = fc.anything().filter((value) => !Array.isArray(value));
    fc.assert(
      fc.property(noList, (value) => {
        expect(messageList(value as never)).toEqual([]);
      }),
    );
  });
});

describe('figures in words', () => {
  test.each([
    ['a text', 'fee of {{fee}}', 'fee of 0.5%'],
    ['spaces in the braces', '{{ fee }}', '0.5%'],
    ['the same one twice', '{{fee}} and {{fee}}', '0.5% and 0.5%'],
    ['a number', '{{seconds}} s', '20 s'],
    ['one that nobody fills stays to be found', '{{unknown}}', '{{unknown}}'],
    ['a list', ['{{fee}}', { a: '{{seconds}}' }], ['0.5%', { a: '20' }]],
    ['what is no text', { n: 1, none: null, yes: true }, { n: 1, none: null, yes: true }],
  ])('%s', (_, words, expected) => {
    expect(filled<unknown>(words, { fee: '0.5%', seconds: 20 })).toEqual(expected);
  });

  test('a text without placeholders is unchanged, however odd', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{{')),
        (text) => {
          expect(filled(text, { fee: '$&' })).toBe(text);
        },
      ),
    );
  });

  test.each(Object.entries({ ...PAGES, ...LEGAL }))('%s names only figures of the business', (_, words) => {
    for (const locale of LOCALES) {
      const dictionary: unknown = words.dictionaries[locale];
      expect(placeholdersIn(filled(dictionary, accountTerms(locale)))).toEqual([]);
    }
  });
});

describe.each(LOCALES)('the learning page in %s', (locale) => {
  const { journey, beginners, strategy, types, history, hero, faq } = learnWords.dictionaries[locale];
  const articles = [...beginners.articles, ...strategy.articles];

  test('has three highlights, six readings and an article for each', () => {
    expect(hero.highlights.map(({ to }) => to)).toEqual(['beginners', 'strategy', 'advanced']);
    expect(journey.cards.map(({ id }) => id)).toEqual([
      'basics',
      'why',
      'how',
      'portfolio',
      'versus',
      'timing',
    ]);
    expect(articles.map(({ id }) => id)).toEqual(journey.cards.map(({ id }) => id));
    for (const { paragraphs } of articles) expect(paragraphs.length).toBeGreaterThanOrEqual(4);
  });

  test('has four ways to own metal, each with something for, something against and for whom', () => {
    expect(types.cards.map(({ id }) => id)).toEqual(['allocated', 'etf', 'physical', 'digital']);
    for (const { pros, cons, best } of types.cards) {
      expect(pros.length).toBeGreaterThan(0);
      expect(cons.length).toBeGreaterThan(0);
      expect(best).not.toBe('');
    }
    expectSources(TYPE_SOURCES);
  });

  test('tells of nine years, each with a source', () => {
    expect(history.events.map(({ id }) => id)).toEqual([
      '550bc',
      '1792',
      '1933',
      '1971',
      '1980',
      '2008',
      '2011',
      '2020',
      '2024',
    ]);
    for (const { id } of history.events) expectSources(EVENT_SOURCES[id] ?? []);
  });

  test('names no figure without a source', () => {
    const figured = articles.filter(({ paragraphs }) =>
      paragraphs.some((text) => /\d/u.test(withoutPlaceholders(text))),
    );
    expect(figured.length).toBeGreaterThan(3);
    for (const { id } of figured) expectSources(ARTICLE_SOURCES[id] ?? []);
  });

  test('answers six questions, and sends taxes to an accountant', () => {
    expect(faq.items).toHaveLength(6);
    expect(faq.items[4]?.a).toMatch(locale === 'en' ? /ask an accountant/u : /consulte um contador/u);
    expectSources(QUESTION_SOURCES);
  });
});

describe.each(LOCALES)('the company in %s', (locale) => {
  const about = aboutWords.dictionaries[locale];
  const security = securityWords.dictionaries[locale];

  test('has four values, the years 2018 to 2024 and four people', () => {
    expect(about.values.items).toHaveLength(4);
    expect(about.milestones.items.map(({ year }) => year)).toEqual(
      Array.from({ length: 7 }, (_, i) => String(2018 + i)),
    );
    expect(about.team.members).toHaveLength(4);
  });

  test('has three vaults, insurance details and four questions', () => {
    expect(security.vaults.items).toHaveLength(3);
    expect(security.insurance.items.length).toBeGreaterThanOrEqual(5);
    expect(security.faq.items).toHaveLength(4);
  });

  test('promises nothing that is not built yet', () => {
    const said = JSON.stringify([security, about]);
    expect(said).not.toMatch(/kyc|quarterly audit|auditoria trimestral/iu);
  });
});

describe.each(LOCALES)('money in and out, as the pages say it in %s', (locale) => {
  const texts = {
    home: homeBelowWords.dictionaries[locale],
    pricing: pricingMoreWords.dictionaries[locale],
    learn: learnWords.dictionaries[locale],
    about: aboutWords.dictionaries[locale],
    risk: legalRiskWords.dictionaries[locale],
    terms: legalTermsWords.dictionaries[locale],
  };
  const named = Object.keys(paymentTerms(locale));

  test('no page says that money stays, and each that speaks of metal says that it is not delivered', () => {
    for (const [page, words] of Object.entries(texts)) {
      const said = `${page}: ${JSON.stringify(words)}`;
      expect(said).not.toMatch(
        /(?:não (?:há|faz|fazemos) saque|saque[^.]{0,60}ainda não|(?:can’t|cannot) (?:withdraw|transfer your cash)|withdrawals?[^.]{0,40}not available)/iu,
      );
    }
    for (const page of ['pricing', 'learn', 'about', 'risk', 'terms'] as const) {
      const said = `${page}: ${JSON.stringify(texts[page])}`;
      expect(said).toMatch(/entrega|receber o metal em mãos|deliver/iu);
    }
  });

  test('pricing has every way in reais and out, and takes its figures from the rules', () => {
    const { funding, withdrawals } = texts.pricing;
    expect(Object.keys(funding.methods)).toEqual(['pix', 'ted', 'wire', 'debit_card']);
    expect(Object.keys(withdrawals.methods)).toEqual(PAYOUT_METHODS);
    const placeholders = placeholdersIn([funding, withdrawals, texts.terms]).map((one) => one.slice(2, -2));
    expect(placeholders).toEqual(expect.arrayContaining(named));
  });

  test('the days are those of the rules: two business days at most, a TED by four in the afternoon', () => {
    // Monday 23 November 2026, 15:59 and 16:00 in Brasília.
    const [before, after] = [Date.UTC(2026, 10, 23, 18, 59), Date.UTC(2026, 10, 23, 19)];
    expect(PAYOUT_METHODS.map((method) => arrivalDay(method, before))).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
    ]);
    expect(arrivalDay('ted', after)).toBe('2026-11-25');
    const { ted, wire } = texts.pricing.withdrawals.methods;
    expect(ted.time).toMatch(/16/u);
    expect(wire.time).toMatch(locale === 'en' ? /two business days/u : /dois dias úteis/u);
  });
});

describe('the legal texts', () => {
  test.each(Object.entries(LEGAL))('%s has the same addressable sections in each language', (_, words) => {
    const ids = words.dictionaries['pt-BR'].sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+$/u);
    for (const locale of LOCALES) {
      expect(words.dictionaries[locale].sections.map(({ id }) => id)).toEqual(ids);
    }
  });

  test('privacy describes exactly what is listed as kept on the device', () => {
    const listed = STORED_ON_DEVICE.map(({ name }) => name).toSorted();
    for (const locale of LOCALES) {
      expect(Object.keys(legalPrivacyWords.dictionaries[locale].kept.items).toSorted()).toEqual(listed);
    }
  });
});

function expectSources(sources: readonly FactSource[]): void {
  expect(sources.length).toBeGreaterThan(0);
  for (const { name, url, asOf } of sources) {
    expect(name).not.toBe('');
    expect(new URL(url).protocol).toMatch(/^https?:$/u);
    // A rule and a law have no period.
    expect(String(asOf)).toMatch(/^(\d{4}(-\d\d){0,2}|null)$/u);
  }
}
