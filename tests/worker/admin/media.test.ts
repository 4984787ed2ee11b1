// What operators do with images: upload, describe, put on cards, switch, remove. Real bucket, real database, real routes.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  CardImage,
  CardImageList,
  CardsWithImage,
  MediaImage,
  MediaList,
  MediaUploaded,
  SiteCardImages,
} from '../../../worker/contract/media.ts';
import { IMAGE_MAX_BYTES } from '../../../worker/domain/media.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { bytesOf, IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const IMAGES = Object.values(IMAGE_EXAMPLES);
const EXAMPLES = {
  png: IMAGE_EXAMPLES.png,
  jpeg: IMAGE_EXAMPLES.jpegBaseline,
  webp: IMAGE_EXAMPLES.webpLossy,
};

let operator: Customer;
let ask: ReturnType<typeof asOperator>;
beforeAll(async () => {
  operator = await makeOperator();
  ask = asOperator(operator);
});

function send(bytes: BodyInit, filename = 'ouro.png', headers: Record<string, string> = {}, by = operator) {
  return call(`/api/admin/media?filename=${encodeURIComponent(filename)}`, {
    method: 'POST',
    headers: { ...by.headers, 'Content-Type': 'application/octet-stream', ...headers },
    body: bytes,
  });
}

async function uploaded(example: { base64: string }, filename?: string): Promise<MediaImage> {
  const reply = await send(bytesOf(example.base64), filename);
  expect([200, 201]).toContain(reply.status);
  return ((await reply.json()) as MediaUploaded).image;
}

async function associate(image: MediaImage, over: Record<string, unknown> = {}): Promise<CardImage> {
  const reply = await ask('/card-images', {
    method: 'POST',
    body: { mediaId: image.id, page: 'home', card: 'security', altText: 'Uma barra de ouro', ...over },
  });
  expect(reply.status).toBe(201);
  return (await reply.json()) as CardImage;
}

const shownOn = async (page: string) =>
  ((await (await call(`/api/card-images?page=${page}`)).json()) as SiteCardImages).images;

async function linesSince(seq: number) {
  const { results } = await env.DB.prepare(
    'SELECT action, subject_kind AS kind, subject_id AS id, before, after FROM audit_log WHERE seq > ? ORDER BY seq',
  )
    .bind(seq)
    .all<{ action: string; kind: string; id: string; before: string | null; after: string | null }>();
  return results;
}
const headSeq = async () =>
  (await env.DB.prepare('SELECT coalesce(max(seq), 0) AS seq FROM audit_log').first<{ seq: number }>())
    ?.seq ?? 0;

describe('uploading', () => {
  test('keeps the bytes under their own hash, with what they are, and writes it down', async () => {
    const before = await headSeq();
    const bytes = bytesOf(EXAMPLES.png.base64);
    const reply = await send(bytes, '../fotos/barra de ouro.exe', { 'Content-Type': 'text/html' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    const { image, isNew } = (await reply.json()) as MediaUploaded;
    expect(isNew).toBe(true);
    expect(image).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      filename: expect.stringMatching(/^\d{13}-barra-de-ouro\.exe$/u),
      url: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.png$/u),
      mimeType: 'image/png',
      fileSize: bytes.length,
      width: 16,
      height: 12,
      category: 'feature',
      altText: '',
      title: null,
      pageLocation: null,
      isActive: true,
      displayOrder: 0,
      createdAt: expect.stringMatching(/Z$/u),
      updatedAt: expect.stringMatching(/Z$/u),
    });
    const object = await env.MEDIA.get(image.url.slice(1));
    expect(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
    const [line] = await linesSince(before);
    expect(line).toMatchObject({ action: 'image.uploaded', kind: 'image', id: image.id });
    expect(JSON.parse(line?.after ?? '')).toMatchObject({ type: 'image/png', width: 16, height: 12 });
  });

  test('the same bytes again are the same image, also from twenty operators at once', async () => {
    const example = IMAGE_EXAMPLES.webpLossless;
    const before = await headSeq();
    const replies = await Promise.all(Array.from({ length: 20 }, async () => send(bytesOf(example.base64))));
    const answers = (await Promise.all(replies.map(async (reply) => reply.json()))) as MediaUploaded[];
    expect(new Set(answers.map(({ image }) => image.id)).size).toBe(1);
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await linesSince(before)).toHaveLength(1);
  });

  test.each([
    [
      'a drawing that can run scripts',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      415,
      'ImageTypeRefused',
    ],
    ['a page', '<!doctype html><script>alert(1)</script>', 415, 'ImageTypeRefused'],
    ['nothing', '', 415, 'ImageTypeRefused'],
  ])('%s is refused whatever it is called', async (_, content, status, code) => {
    const reply = await send(content, 'photo.png', { 'Content-Type': 'image/png' });
    expect([reply.status, (await problemOf(reply)).code]).toEqual([status, code]);
  });

  test('a picture with an archive behind it, and half a picture, are refused, and nothing of them is kept', async () => {
    const before = await headSeq();
    const objects = (await env.MEDIA.list()).objects.length;
    const png = bytesOf(EXAMPLES.png.base64);
    const both = new Uint8Array([...png, ...new TextEncoder().encode('PK\u0003\u0004PK\u0005\u0006')]);
    expect((await problemOf(await send(both))).code).toBe('ImageUnsafe');
    expect((await problemOf(await send(png.slice(0, 100)))).code).toBe('ImageDamaged');
    expect((await env.MEDIA.list()).objects).toHaveLength(objects);
    expect(await headSeq()).toBe(before);
  });

  test('more than 10 MiB is refused as declared, and as it comes when nothing was declared', async () => {
    const tooLarge = await send(new Uint8Array(IMAGE_MAX_BYTES + 1));
    expect([tooLarge.status, (await problemOf(tooLarge)).code]).toEqual([413, 'ImageTooLarge']);
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
        if (given > 64 * 1024 * 1024) controller.close();
      },
    });
    const streamed = await send(endless);
    expect([streamed.status, (await problemOf(streamed)).code]).toEqual([413, 'ImageTooLarge']);
    expect(given).toBeLessThan(16 * 1024 * 1024);
  });

  test('a missing or endless name is refused before the file is looked at', async () => {
    for (const filename of ['', 'x'.repeat(121)]) {
      expect((await problemOf(await send(bytesOf(EXAMPLES.png.base64), filename))).code).toBe(
        'ValidationFailed',
      );
    }
  });

  test('only operators who have just proved who they are may upload', async () => {
    const bytes = bytesOf(EXAMPLES.jpeg.base64);
    const before = await headSeq();
    const ana = await createCustomer(env, { steppedUp: true });
    const tired = await createCustomer(env, { admin: true });
    expect((await send(bytes, 'a.jpg', {}, ana)).status).toBe(403);
    expect((await problemOf(await send(bytes, 'a.jpg', {}, tired))).code).toBe('StepUpRequired');
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await problemOf(await send(bytes, 'a.jpg', foreign))).code).toBe('CrossSite');
    expect(await headSeq()).toBe(before);
  });
});

describe('the library', () => {
  test('is listed by its order, then the newest first, page by page, each image once', async () => {
    for (const example of IMAGES) await uploaded(example);
    const first = await uploaded(IMAGE_EXAMPLES.avif);
    await ask(`/media/${first.id}`, { method: 'PATCH', body: { displayOrder: 9 } });
    const seen: MediaImage[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await (await ask(`/media?limit=3${query}`)).json()) as MediaList;
      expect(page.images.length).toBeLessThanOrEqual(3);
      seen.push(...page.images);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(IMAGES.length);
    const sorted = seen.toSorted(
      (a, b) => a.displayOrder - b.displayOrder || b.createdAt.localeCompare(a.createdAt),
    );
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(sorted.map(({ createdAt }) => createdAt));
    expect(seen.at(-1)?.id).toBe(first.id);
  });

  test('words are changed and written down with what they were; the same words change nothing', async () => {
    const image = await uploaded(EXAMPLES.jpeg);
    const before = await headSeq();
    const body = { altText: ' Cofre ', title: '', category: 'product', pageLocation: 'about' };
    const reply = await ask(`/media/${image.id}`, { method: 'PATCH', body });
    expect(await reply.json()).toMatchObject({
      altText: 'Cofre',
      title: null,
      category: 'product',
      pageLocation: 'about',
    });
    await ask(`/media/${image.id}`, { method: 'PATCH', body });
    const lines = await linesSince(before);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]?.before ?? '')).toMatchObject({ altText: image.altText });
    expect(JSON.parse(lines[0]?.after ?? '')).toMatchObject({ altText: 'Cofre', category: 'product' });
    const filtered = (await (await ask('/media?category=product&pageLocation=about')).json()) as MediaList;
    expect(filtered.images.map(({ id }) => id)).toEqual([image.id]);
  });

  test.each([
    { altText: '' },
    { altText: 'x'.repeat(301) },
    { title: 'x'.repeat(121) },
    { category: 'anything' },
    { pageLocation: 'nowhere' },
    { displayOrder: -1 },
    { displayOrder: 1.5 },
    { isActive: 'yes' },
  ])('%j is refused', async (body) => {
    const image = await uploaded(EXAMPLES.jpeg);
    expect((await ask(`/media/${image.id}`, { method: 'PATCH', body })).status).toBe(422);
  });

  test('an image nobody knows is not found', async () => {
    expect((await ask('/media/none', { method: 'PATCH', body: { isActive: false } })).status).toBe(404);
  });
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
    expect(cardImages).toHaveLength(1);
  });

  test('go back to the drawing when switched off, and are forgotten when removed, each written down once', async () => {
    const image = await uploaded(EXAMPLES.png);
    const made = await associate(image, { page: 'silver', card: 'vault' });
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
    // The image itself stays in the library.
    expect((await call(image.url)).status).toBe(200);
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
    const preview = await call(image.url, { headers: { Cookie: operator.cookie } });
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
