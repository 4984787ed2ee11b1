// The home page's own rules: when the carousel moves, when the background may, what the ledger's counts look like, and
// which testimonials and figures are shown.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import enHome from '../../../locales/en/home-below.json' with { type: 'json' };
import ptHome from '../../../locales/pt-BR/home-below.json' with { type: 'json' };
import type { PublicStats } from '../../../worker/contract/stats.ts';
import { statsTexts, uptimeSaid } from '../../../web/features/prices/stats-band.tsx';
import { GOLD_FACTS, SILVER_FACTS } from '../../../web/pages/home-metals.tsx';
import { BEST_RATING, testimonialsOf } from '../../../web/pages/home-testimonials.tsx';
import {
  allowsVideo,
  VIDEO_MIN_WIDTH,
  type VideoConditions,
} from '../../../web/features/site/video-allowed.ts';
import {
  type CarouselSituation,
  movesAlone,
  movesNow,
  requestAfterLeaving,
} from '../../../web/ui/carousel.tsx';

const enVoices = enHome.voices;
const ptVoices = ptHome.voices;

const alone: CarouselSituation = { request: 'none', hovered: false, focused: false, reducedMotion: false };

describe('a carousel', () => {
  test.each([
    ['left alone, it moves', {}, true],
    ['under the mouse it stands', { hovered: true }, false],
    ['under the focus it stands', { focused: true }, false],
    ['for who asked for less motion it stands', { reducedMotion: true }, false],
    ['stopped by its button it stands', { request: 'still' }, false],
    [
      'started by its button it moves, although the button has the focus',
      { request: 'moving', focused: true },
      true,
    ],
    ['started by its button it still stands under the mouse', { request: 'moving', hovered: true }, false],
    [
      'started by its button it moves even with less motion',
      { request: 'moving', reducedMotion: true },
      true,
    ],
  ] as const)('%s', (_, change, moves) => {
    expect(movesNow({ ...alone, ...change })).toBe(moves);
  });

  const situation = fc.record<CarouselSituation>({
    request: fc.constantFrom('none', 'still', 'moving'),
    hovered: fc.boolean(),
    focused: fc.boolean(),
    reducedMotion: fc.boolean(),
  });

  test('never moves under the mouse, against its button, or without asking under reduced motion', () => {
    fc.assert(
      fc.property(situation, (now) => {
        const forbidden =
          now.hovered || now.request === 'still' || (now.reducedMotion && now.request !== 'moving');
        expect(forbidden && movesNow(now)).toBe(false);
      }),
    );
  });

  test('offers to stop exactly when it would move left alone', () => {
    fc.assert(
      fc.property(situation, (now) => {
        expect(movesNow({ ...now, hovered: false, focused: false })).toBe(movesAlone(now));
      }),
    );
  });

  test('goes on as before when the focus has left it, and the focus stops it again', () => {
    fc.assert(
      fc.property(situation, (now) => {
        const later = { ...now, request: requestAfterLeaving(now), focused: false, hovered: false };
        expect(movesNow(later)).toBe(movesAlone(now));
        expect(!now.reducedMotion && movesNow({ ...later, focused: true })).toBe(false);
      }),
    );
  });
});

describe('a moving background', () => {
  const welcome: VideoConditions = {
    reducedMotion: false,
    width: 1280,
    saveData: false,
    effectiveType: '4g',
  };
  test.each([
    ['on a wide window with a good connection', {}, true],
    ['where the browser does not tell of its connection', { effectiveType: undefined }, true],
    ['at the narrowest width', { width: VIDEO_MIN_WIDTH }, true],
    ['not below it', { width: VIDEO_MIN_WIDTH - 1 }, false],
    ['not for who asked for less motion', { reducedMotion: true }, false],
    ['not for who saves data', { saveData: true }, false],
    ['not on 3g', { effectiveType: '3g' }, false],
    ['not on 2g', { effectiveType: '2g' }, false],
    ['not on slow 2g', { effectiveType: 'slow-2g' }, false],
  ] as const)('%s', (_, change, allowed) => {
    expect(allowsVideo({ ...welcome, ...change })).toBe(allowed);
  });
});

describe('the counts', () => {
  const stats: PublicStats = {
    asOf: '2026-11-21T14:32:00.000Z',
    customers: 2418,
    ouncesE4: { gold: 3_124_099, silver: 15_940_199 },
    trades: 18_733,
    feed: { uptimePercent: 99.98, days: 30, since: '2026-10-22T00:00:00.000Z' },
  };

  test.each([
    ['pt-BR', { customers: '2.418', gold: '312,40', silver: '1.594,01', trades: '18.733' }],
    ['en', { customers: '2,418', gold: '312.40', silver: '1,594.01', trades: '18,733' }],
  ] as const)('as %s writes them', (locale, expected) => {
    expect(statsTexts(locale, stats)).toEqual(expected);
  });

  test.each([
    ['more than a month of samples', '2026-10-12T15:00:00.000Z', 30],
    ['samples of two weeks', '2026-11-07T14:00:00.000Z', 14],
    ['samples of a week', '2026-11-14T14:32:00.000Z', 7],
    ['samples of six days, which say little', '2026-11-14T14:33:00.000Z', null],
    ['the first minutes', '2026-11-21T14:20:00.000Z', null],
    ['no sample yet', null, null],
  ])('say how often there was a price only with data of some days: %s', (_, since, days) => {
    expect(uptimeSaid({ ...stats, feed: { ...stats.feed, since } })).toEqual(
      days === null ? null : { percent: 99.98, days },
    );
  });

  test('never say more than is held, and nothing of an unknown uptime', () => {
    expect(uptimeSaid({ ...stats, feed: { ...stats.feed, uptimePercent: null } })).toBeNull();
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (held) => {
        const { gold } = statsTexts('en', { ...stats, ouncesE4: { gold: held, silver: 0 } });
        const shown = Math.round(Number(gold.replaceAll(',', '')) * 10_000);
        expect(shown).toBeLessThanOrEqual(held);
        expect(held - shown).toBeLessThan(100);
      }),
    );
  });
});

describe('testimonials', () => {
  test('each language has the same number of complete ones', () => {
    expect(testimonialsOf(ptVoices.items)).toHaveLength(ptVoices.items.length);
    expect(testimonialsOf(enVoices.items)).toHaveLength(ptVoices.items.length);
    expect(testimonialsOf(enVoices.items).map(({ name, rating }) => [name, rating])).toEqual(
      testimonialsOf(ptVoices.items).map(({ name, rating }) => [name, rating]),
    );
  });

  const whole = { name: 'Ana', role: 'Dona', content: 'Boa.', rating: '4' };
  test.each([
    ['no list', 'text', []],
    ['nothing', undefined, []],
    ['one without a name', [{ ...whole, name: ' ' }], []],
    ['one without a text', [{ ...whole, content: undefined }], []],
    ['one without a rating', [{ ...whole, rating: 'good' }], []],
    ['a rating above the best', [{ ...whole, rating: '9' }], [BEST_RATING]],
    ['a rating below nothing', [{ ...whole, rating: '-1' }], [0]],
    ['one without a role', [{ ...whole, role: undefined }], [4]],
  ])('%s', (_, items, ratings) => {
    expect(testimonialsOf(items).map(({ rating }) => rating)).toEqual(ratings);
  });
});

describe('the figures of the two metals', () => {
  test('are three each, and each names its source and its time', () => {
    for (const facts of [GOLD_FACTS, SILVER_FACTS]) {
      expect(facts).toHaveLength(3);
      for (const { value, sources } of facts) {
        expect(value).toBeGreaterThan(0);
        for (const { name, url, asOf } of sources) {
          expect(name).not.toBe('');
          expect(url).toMatch(/^https:/u);
          expect(asOf).toMatch(/^\d{4}/u);
        }
      }
    }
  });

  test('shares are computed from the sourced figures', () => {
    expect(GOLD_FACTS[1].value).toBeCloseTo((3_671.6 / 219_891) * 100, 6);
    expect(SILVER_FACTS[0].value).toBeCloseTo((657.4 / 1_130.6) * 100, 6);
  });
});
