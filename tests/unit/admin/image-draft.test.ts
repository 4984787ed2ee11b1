// Associating an image: what is asked for, what a step clears, and what is sent.

import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../web/api/problem-error.ts';
import {
  associationOf,
  changeDraft,
  type Draft,
  type DraftChange,
  EMPTY_DRAFT,
} from '../../../web/features/operators/images/draft.ts';
import { isWorthRetrying, refusalOf, sentName } from '../../../web/features/operators/images/file-rules.ts';
import {
  HERO_SLOT,
  isSubcategory,
  slotOf,
  playedVideo,
} from '../../../web/features/operators/images/video-slot.tsx';
import {
  type MediaImage,
  NewCardImage,
  UploadQuery,
  type Video,
} from '../../../worker/contract/operators/media.ts';
import {
  CARD_PAGES,
  CARD_POSITIONS,
  CARDS,
  DISPLAY_SIZES,
  HOME_CARDS,
  inCatalogue,
  LEARN_CARDS,
} from '../../../worker/domain/card-catalogue.ts';
import {
  ALT_TEXT_MAX_CHARACTERS,
  FILENAME_MAX_CHARACTERS,
  MEDIA_CATEGORIES,
  TITLE_MAX_CHARACTERS,
} from '../../../worker/domain/media.ts';
import { anyLetter } from '../../support/any-letter.ts';

const AT = '2026-11-21T12:00:00.000Z';
const image = (id: string, words: Partial<MediaImage> = {}): MediaImage => ({
  id,
  filename: `1795298927889-${id}.png`,
  url: `/images/${id}.png`,
  mimeType: 'image/png',
  fileSize: 10,
  width: 1,
  height: 1,
  category: 'feature',
  altText: '',
  title: null,
  pageLocation: null,
  isActive: true,
  displayOrder: 0,
  uses: 0,
  createdAt: AT,
  updatedAt: AT,
  ...words,
});
const after = (...changes: readonly DraftChange[]): Draft => changes.reduce(changeDraft, EMPTY_DRAFT);
const uploaded = { kind: 'uploaded', image: image('a') } as const;
const written = {
  kind: 'written',
  part: { card: 'trust', altText: ' Um cofre ', title: ' Cofre ' },
} as const;

describe('an association', () => {
  it.each([
    ['nothing', after()],
    ['an image alone', after(uploaded)],
    ['no image', after(written)],
    ['no card', after(uploaded, { kind: 'written', part: { altText: 'Um cofre' } })],
    ['no alt text', after(uploaded, { kind: 'written', part: { card: 'trust' } })],
    ['blank alt text', after(uploaded, { kind: 'written', part: { card: 'trust', altText: '  ' } })],
  ])('with %s is not complete', (_, draft) => {
    expect(associationOf(draft)).toBeNull();
  });

  it('is sent without blanks around its words, and needs no title', () => {
    expect(associationOf(after(uploaded, written))).toMatchObject({
      mediaId: 'a',
      page: 'home',
      card: 'trust',
      altText: 'Um cofre',
      title: 'Cofre',
    });
    const bare = after(uploaded, written, { kind: 'written', part: { title: ' ' } });
    expect(associationOf(bare)?.title).toBeNull();
  });

  it('loses its card with another page', () => {
    const draft = after(uploaded, written, { kind: 'page', page: 'gold' });
    expect(draft).toMatchObject({ page: 'gold', card: '', altText: ' Um cofre ' });
  });

  it('loses alt text, title and card with a newly uploaded image', () => {
    const draft = after(uploaded, written, { kind: 'uploaded', image: image('b') });
    expect(draft).toMatchObject({ card: '', altText: '', title: '', page: 'home' });
    expect(draft.image?.id).toBe('b');
  });

  it('takes the words of an image from the library, and keeps the card', () => {
    const known = image('k', { altText: 'Barras', title: 'Ouro', category: 'product' });
    expect(after(uploaded, written, { kind: 'chosen', image: known })).toMatchObject({
      card: 'trust',
      altText: 'Barras',
      title: 'Ouro',
      category: 'product',
    });
  });

  it('asks for another card once it is done', () => {
    expect(after(uploaded, written, { kind: 'associated' })).toMatchObject({
      card: '',
      altText: ' Um cofre ',
    });
  });

  it('is always what the server takes, whatever was chosen in whatever order', () => {
    const changes: fc.Arbitrary<DraftChange> = fc.oneof(
      fc.constantFrom('a', 'b').map((id) => ({ kind: 'uploaded', image: image(id) }) as const),
      fc.constantFrom(...CARD_PAGES).map((page) => ({ kind: 'page', page }) as const),
      fc
        .record({
          altText: fc.string({ maxLength: ALT_TEXT_MAX_CHARACTERS }),
          title: fc.string({ maxLength: TITLE_MAX_CHARACTERS }),
          position: fc.constantFrom(...CARD_POSITIONS),
          displaySize: fc.constantFrom(...DISPLAY_SIZES),
          category: fc.constantFrom(...MEDIA_CATEGORIES),
        })
        .map((part) => ({ kind: 'written', part }) as const),
    );
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 12 }), fc.nat(2), (steps, which) => {
        const draft = after(...steps);
        const card = CARDS[draft.page][which] ?? '';
        const association = associationOf(changeDraft(draft, { kind: 'written', part: { card } }));
        expect(association === null || v.is(NewCardImage, association)).toBe(true);
      }),
    );
  });
});

describe('the name of a file', () => {
  it('is always one that the server takes, and ends as it ended', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300, unit: anyLetter }), (name) => {
        const sent = sentName({ name });
        expect(v.is(UploadQuery, { filename: sent })).toBe(true);
        expect(sent.length).toBeLessThanOrEqual(FILENAME_MAX_CHARACTERS);
        expect(name.trim() === '' || name.trim().endsWith(sent)).toBe(true);
        // No character is cut in two.
        expect(sent.isWellFormed() || !name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('another try', () => {
  it.each([
    ['a broken line', new Error('reset'), true],
    ['what the file is', refusalOf('image', { name: 'a.gif', type: 'image/gif', size: 1 }), false],
    ['its size', refusalOf('video', { name: 'a.mp4', type: 'video/mp4', size: 2 ** 30 }), false],
  ])('after %s is offered: %s', (_, error, is) => {
    expect(isWorthRetrying(error)).toBe(is);
  });

  it.each([
    ['StepUpRequired', 403, true],
    ['TooManyRequests', 429, true],
    ['Unavailable', 503, true],
    ['ImageDamaged', 422, false],
  ] as const)('after %s is offered: %s', (code, status, is) => {
    const problem = { type: 'about:blank', title: '', status, code, detail: '' };
    expect(isWorthRetrying(new ProblemError(problem, status))).toBe(is);
  });
});

const video = (id: string, more: Partial<Video> = {}): Video => ({
  id,
  filename: `${id}.webm`,
  url: `/videos/${id}.webm`,
  mimeType: 'video/webm',
  fileSize: 10,
  category: 'background',
  subcategory: 'hero',
  pageLocation: 'home',
  isActive: true,
  displayOrder: 0,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

describe('the video on air', () => {
  it('is the first active one of the one place that is played', () => {
    expect(playedVideo([])).toBeNull();
    const others = [
      video('off', { isActive: false }),
      video('other-kind', { category: 'product' }),
      video('no-name', { subcategory: null }),
      video('other-page', { pageLocation: 'gold' }),
      video('nowhere', { pageLocation: null }),
    ];
    expect(playedVideo(others)).toBeNull();
    expect(playedVideo([...others, video('first'), video('second')])?.id).toBe('first');
  });

  it('stands where the upload puts it unless it is told otherwise', () => {
    expect(slotOf(video('a'))).toEqual(HERO_SLOT);
  });

  it.each([
    ['', true],
    ['hero', true],
    [' hero ', true],
    ['hero-2_b', true],
    ['Hero', false],
    ['-hero', false],
    ['héro', false],
    ['a'.repeat(40), true],
    ['a'.repeat(41), false],
  ])('may have the subcategory "%s": %s', (text, is) => {
    expect(isSubcategory(text)).toBe(is);
  });
});

it('a card of a page is found in the catalogue by the name of its texts', () => {
  const names = ['books', 'exit', 'receipt', 'security', 'nothing'];
  expect(names.map((name) => inCatalogue(HOME_CARDS, name))).toEqual([
    'security',
    'liquidity',
    'trust',
    undefined,
    undefined,
  ]);
  expect(['why', 'basics', 'timing'].map((name) => inCatalogue(LEARN_CARDS, name))).toEqual([
    'history',
    'investment',
    'market',
  ]);
});
