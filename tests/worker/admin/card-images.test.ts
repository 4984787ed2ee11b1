// Which card shows which image: associate, replace, switch, remove, and what visitors then see.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CardImageList, CardsWithImage } from '../../../worker/contract/operators/media.ts';
import { IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import { createCustomer } from '../../support/customers.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { EXAMPLES, headSeq, imageDesk, type ImageDesk, IMAGES, linesSince, shownOn } from './image-desk.ts';

let desk: ImageDesk;
const ask: ImageDesk['ask'] = (...of) => desk.ask(...of);
const uploaded: ImageDesk['uploaded'] = (...of) => desk.uploaded(...of);
const associate: ImageDesk['associate'] = (...of) => desk.associate(...of);
beforeAll(async () => {
  desk = await imageDesk();
});

describe('cards', () => {
  test('show an image as soon as it is associated, in the words it was given', async () => {
    const image = await uploaded(EXAMPLES.png);
    const before = await headSeq();
    const made = await associate(image, { title: 'Segurança', displaySize: 'full', category: 'trust_badge' });
    expect(made).toMatchObject({ page: 'home', card: 'security', position: 'front', isActive: true });
    expect(made.image).toMatchObject({
      altText: 'Uma barra de ouro',
      pageLocation: 'home',
      category: 'trust_badge',
    });
    expect(await shownOn('home')).toEqual([
      {
        page: 'home',
        card: 'security',
        position: 'front',
        displaySize: 'full',
        url: image.url,
        altText: 'Uma barra de ouro',
        title: 'Segurança',
        width: 16,
        height: 12,
      },
    ]);
    expect(await shownOn('gold')).toEqual([]);
    const lines = await linesSince(before);
    expect(lines.map(({ action, kind, id }) => [action, kind, id])).toEqual([
      ['image.associated', 'card', 'home/security'],
    ]);
    const { cards } = (await (await ask('/card-images/cards')).json()) as CardsWithImage;
    expect(cards).toContainEqual({ page: 'home', card: 'security', position: 'front' });
  });

  test('have one image in each place: a new one takes over, the old one stays listed, switched off', async () => {
    const [first, second] = [await uploaded(EXAMPLES.jpeg), await uploaded(EXAMPLES.webp)];
    const old = await associate(first, { page: 'gold', card: 'purity' });
    const back = await associate(first, { page: 'gold', card: 'purity', position: 'back' });
    const fresh = await associate(second, { page: 'gold', card: 'purity' });
    const { cardImages } = (await (await ask('/card-images?page=gold')).json()) as CardImageList;
    expect(Object.fromEntries(cardImages.map(({ id, isActive }) => [id, isActive]))).toEqual({
      [old.id]: false,
      [back.id]: true,
      [fresh.id]: true,
    });
    expect((await shownOn('gold')).map(({ position, url }) => [position, url])).toEqual([
      ['front', second.url],
      ['back', first.url],
    ]);
    // Switched on again, the first one takes its place back.
    const on = await ask(`/card-images/${old.id}`, { method: 'PATCH', body: { isActive: true } });
    expect(await on.json()).toMatchObject({ id: old.id, isActive: true });
    expect((await shownOn('gold'))[0]?.url).toBe(first.url);
  });

  test('associated twice, with the same image, have it once', async () => {
    const image = await uploaded(EXAMPLES.png);
    const a = await associate(image, { page: 'about', card: 'team', displaySize: 'small' });
    const b = await associate(image, { page: 'about', card: 'team', displaySize: 'large' });
    expect(b).toMatchObject({ id: a.id, displaySize: 'large' });
    const { cardImages } = (await (await ask('/card-images?page=about')).json()) as CardImageList;
    expect(cardImages.filter(({ card }) => card === 'team')).toHaveLength(1);
  });

  test('go back to the drawing when switched off, and are forgotten when removed, each written down once', async () => {
    const image = await uploaded(IMAGE_EXAMPLES.jpegGrey);
    const made = await associate(image, { page: 'silver', card: 'vault' });
    expect((await call(image.url)).status).toBe(200);
    const before = await headSeq();
    const off = () => ask(`/card-images/${made.id}`, { method: 'PATCH', body: { isActive: false } });
    expect([(await off()).status, (await off()).status]).toEqual([200, 200]);
    expect(await shownOn('silver')).toEqual([]);
    const remove = () => ask(`/card-images/${made.id}`, { method: 'DELETE' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await ask(`/card-images/${made.id}`, { method: 'PATCH', body: { isActive: true } })).status).toBe(
      404,
    );
    expect((await linesSince(before)).map(({ action }) => action)).toEqual([
      'image.updated',
      'image.removed',
    ]);
    // The image itself stays in the library, for operators (P72).
    expect((await call(image.url)).status).toBe(404);
    const seen = await call(image.url, { headers: { Cookie: desk.operator.cookie } });
    expect([seen.status, seen.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
    await seen.arrayBuffer();
  });

  test.each([
    [{ altText: '' }, 'altText'],
    [{ altText: '   ' }, 'altText'],
    [{ card: 'purity' }, 'card'],
    [{ card: 'anything' }, 'card'],
    [{ page: 'pricing' }, 'page'],
    [{ position: 'side' }, 'position'],
    [{ displaySize: 'huge' }, 'displaySize'],
  ])('%j is refused, naming the field', async (over, field) => {
    const image = await uploaded(EXAMPLES.png);
    const reply = await ask('/card-images', {
      method: 'POST',
      body: { mediaId: image.id, page: 'home', card: 'trust', altText: 'Ouro', ...over },
    });
    const { code, errors } = await problemOf(reply);
    expect([reply.status, code, errors?.[0]?.field]).toEqual([422, 'ValidationFailed', field]);
  });

  test('the words of the specification are said when the card or the alt text is missing', async () => {
    const image = await uploaded(EXAMPLES.png);
    const body = { mediaId: image.id, page: 'home', card: 'trust', altText: '' };
    const reply = await ask('/card-images', { method: 'POST', body });
    expect((await problemOf(reply)).detail).toBe('Please select a card and provide alt text');
  });

  test('an image nobody knows cannot be associated', async () => {
    const body = { mediaId: 'none', page: 'home', card: 'trust', altText: 'Ouro' };
    expect((await ask('/card-images', { method: 'POST', body })).status).toBe(404);
  });

  test('twenty operators at once leave one active image in the place, and a line each', async () => {
    const images = await Promise.all(IMAGES.map(async (example) => uploaded(example)));
    const before = await headSeq();
    const tries = Array.from({ length: 20 }, (_, i) => images[i % images.length]).filter(
      (one) => one !== undefined,
    );
    const replies = await Promise.all(
      tries.map(async (image) =>
        ask('/card-images', {
          method: 'POST',
          body: { mediaId: image.id, page: 'learn', card: 'history', altText: 'História' },
        }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await shownOn('learn')).toHaveLength(1);
    expect(await linesSince(before)).toHaveLength(20);
  });

  test('switched on by ten at once, two images never share a place', async () => {
    const [a, b] = [await uploaded(EXAMPLES.png), await uploaded(EXAMPLES.jpeg)];
    const one = await associate(a, { page: 'learn', card: 'market' });
    const two = await associate(b, { page: 'learn', card: 'market' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, i) =>
        ask(`/card-images/${i % 2 === 0 ? one.id : two.id}`, { method: 'PATCH', body: { isActive: true } }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const shown = (await shownOn('learn')).filter(({ card }) => card === 'market');
    expect(shown).toHaveLength(1);
  });

  test('the list is paged by page and card, each association once', async () => {
    const all = ((await (await ask('/card-images')).json()) as CardImageList).cardImages.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(5);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await (await ask(`/card-images?limit=2${query}`)).json()) as CardImageList;
      seen.push(...page.cardImages.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });
});

describe('an image that was switched off', () => {
  test('is on no card and answers nobody but operators; putting it on a card switches it on again', async () => {
    const image = await uploaded(IMAGE_EXAMPLES.pngPalette);
    await associate(image, { page: 'about', card: 'values' });
    await ask(`/media/${image.id}`, { method: 'PATCH', body: { isActive: false } });
    expect((await shownOn('about')).filter(({ card }) => card === 'values')).toEqual([]);
    expect((await call(image.url)).status).toBe(404);
    const ana = await createCustomer(env);
    expect((await call(image.url, { headers: { Cookie: ana.cookie } })).status).toBe(404);
    const preview = await call(image.url, { headers: { Cookie: desk.operator.cookie } });
    expect([preview.status, preview.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
    await preview.arrayBuffer();
    await associate(image, { page: 'about', card: 'values' });
    expect((await call(image.url)).status).toBe(200);
  });
});

test('what visitors may ask is bounded', async () => {
  for (const query of ['page=admin', 'card=x', 'page=']) {
    expect((await call(`/api/card-images?${query}`)).status).toBe(422);
  }
  const reply = await call('/api/card-images');
  expect(reply.headers.get('Cache-Control')).toBe('no-cache');
});
