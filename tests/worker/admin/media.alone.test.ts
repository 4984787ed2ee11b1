// The operators' library of images: upload, list, describe. Real bucket, real database, real routes.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MediaImage, MediaList, MediaUploaded } from '../../../worker/contract/operators/media.ts';
import { findMedia, insertMediaStatement } from '../../../worker/db/media.ts';
import { IMAGE_MAX_BYTES } from '../../../worker/domain/media.ts';
import { cleanStoredImages } from '../../../worker/services/clean-images.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { mediaKey, storeMedia } from '../../../worker/storage/media-objects.ts';
import { bytesOf, IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import { createCustomer } from '../../support/customers.ts';
import { exif, jpegSegment, joined, text } from '../../unit/media/media-builders.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { EXAMPLES, headSeq, imageDesk, type ImageDesk, IMAGES, linesSince, shownOn } from './image-desk.ts';

let desk: ImageDesk;
const ask: ImageDesk['ask'] = (...of) => desk.ask(...of);
const send: ImageDesk['send'] = (...of) => desk.send(...of);
const uploaded: ImageDesk['uploaded'] = (...of) => desk.uploaded(...of);
beforeAll(async () => {
  desk = await imageDesk();
});

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
      uses: 0,
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

  test('more than 10 MiB is refused, declared or not, and an endless file is not read to no end', async () => {
    const tooLarge = await send(new Uint8Array(IMAGE_MAX_BYTES + 1));
    expect([tooLarge.status, (await problemOf(tooLarge)).code]).toEqual([413, 'ImageTooLarge']);
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const streamed = await send(endless);
    expect([streamed.status, (await problemOf(streamed)).code]).toEqual([413, 'ImageTooLarge']);
    expect(given).toBeLessThan(112 * 1024 * 1024);
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

/** As the operator sees it: visitors see what is on a card alone. */
async function served(url: string) {
  const reply = await call(url, { headers: { Cookie: desk.operator.cookie } });
  return { status: reply.status, text: Buffer.from(await reply.arrayBuffer()).toString('latin1') };
}

describe('metadata', () => {
  const photograph = (secret: string, orientation = 6) =>
    joined(
      bytesOf(EXAMPLES.jpeg.base64).slice(0, 2),
      jpegSegment(0xe1, joined(text('Exif\0\0'), exif(orientation, true, text(secret)))),
      bytesOf(EXAMPLES.jpeg.base64).slice(2),
    );

  test('of an upload, the place first of all, is stored nowhere; two photographs of equal pixels are one', async () => {
    const reply = await send(photograph('23 33 01 S'), 'cofre.jpg');
    const { image } = (await reply.json()) as MediaUploaded;
    expect((await served(image.url)).text).not.toContain('23 33 01 S');
    expect([image.width, image.height]).toEqual([12, 16]);
    expect((await env.MEDIA.head(image.url.slice(1)))?.size).toBe(image.fileSize);
    const again = (await (await send(photograph('46 38 02 W'), 'outro.jpg')).json()) as MediaUploaded;
    expect([again.isNew, again.image.id]).toEqual([false, image.id]);
  });

  test('of what was stored before is taken away by the cron: a new address, the old one answers 404', async () => {
    const old = photograph('12 34 56 N', 3);
    const key = await mediaKey('images', old, 'image/jpeg');
    const id = crypto.randomUUID();
    await storeMedia(env.MEDIA, key, old, 'image/jpeg');
    const row = { id, storageKey: key, filename: '7-antiga.jpg', mimeType: 'image/jpeg' } as const;
    const of = { fileSize: old.length, width: 16, height: 12, uploadedBy: desk.operator.userId, now: 7 };
    await env.DB.batch([
      insertMediaStatement(env.DB, { ...row, ...of }),
      env.DB.prepare('UPDATE media_library SET is_clean = 0 WHERE id = ?').bind(id),
    ]);
    expect((await served(`/${key}`)).text).toContain('12 34 56 N');
    const deps = depsFor(env, { waitUntil: () => undefined });
    expect(await cleanStoredImages(deps)).toBe(1);
    expect(await cleanStoredImages(deps)).toBe(0);
    expect((await served(`/${key}`)).status).toBe(404);
    expect(await env.MEDIA.head(key)).toBeNull();
    const moved = await findMedia(env.DB, id);
    const now = await served(`/${moved?.storageKey}`);
    expect([now.status, now.text.includes('12 34 56 N')]).toEqual([200, false]);
  });

  test('of a copy whose clean picture is in the library already: its cards move there', async () => {
    const { image } = (await (await send(photograph('in the library', 8))).json()) as MediaUploaded;
    const old = photograph('a copy with its place', 8);
    const key = await mediaKey('images', old, 'image/jpeg');
    const id = crypto.randomUUID();
    await storeMedia(env.MEDIA, key, old, 'image/jpeg');
    const row = { id, storageKey: key, filename: '8-copia.jpg', mimeType: 'image/jpeg' } as const;
    const of = { fileSize: old.length, width: 16, height: 12, uploadedBy: desk.operator.userId, now: 8 };
    await env.DB.batch([
      insertMediaStatement(env.DB, { ...row, ...of }),
      env.DB.prepare('UPDATE media_library SET is_clean = 0 WHERE id = ?').bind(id),
    ]);
    await ask('/card-images', {
      method: 'POST',
      body: { mediaId: id, page: 'silver', card: 'vault', altText: 'Cofre' },
    });
    expect(await cleanStoredImages(depsFor(env, { waitUntil: () => undefined }))).toBe(1);
    expect(await findMedia(env.DB, id)).toBeNull();
    expect((await served(`/${key}`)).status).toBe(404);
    expect((await shownOn('silver')).map(({ url }) => url)).toEqual([image.url]);
  });
});

describe('hiding and deleting', () => {
  test('a hidden image is on no card and answers 404, also to who has a copy; restored, it is back', async () => {
    const image = await uploaded(IMAGE_EXAMPLES.pngPalette);
    await desk.associate(image, { page: 'gold', card: 'purity' });
    const before = await headSeq();
    const etag = (await call(image.url)).headers.get('ETag') ?? '';
    const copy = () => call(image.url, { headers: { 'If-None-Match': etag } });
    expect((await copy()).status).toBe(304);
    expect((await copy()).headers.get('Cache-Control')).toBe('public, max-age=3600, must-revalidate');
    await ask(`/media/${image.id}`, { method: 'PATCH', body: { isActive: false } });
    expect([(await call(image.url)).status, (await copy()).status]).toEqual([404, 404]);
    expect(await shownOn('gold')).toEqual([]);
    await ask(`/media/${image.id}`, { method: 'PATCH', body: { isActive: true } });
    expect((await copy()).status).toBe(304);
    expect((await shownOn('gold')).map(({ url }) => url)).toEqual([image.url]);
    const lines = await linesSince(before);
    expect(lines.map(({ action, id }) => [action, id])).toEqual([
      ['image.hidden', image.id],
      ['image.restored', image.id],
    ]);
  });

  test('only an image on no card is deleted, row and bytes, and the log keeps its name', async () => {
    const image = await uploaded(IMAGE_EXAMPLES.jpegGrey);
    const onCard = await desk.associate(image, { page: 'gold', card: 'storage' });
    await ask(`/card-images/${onCard.id}`, { method: 'PATCH', body: { isActive: false } });
    const refused = await ask(`/media/${image.id}`, { method: 'DELETE' });
    expect([refused.status, (await problemOf(refused)).code]).toEqual([409, 'ImageInUse']);
    expect((await served(image.url)).status).toBe(200);
    await ask(`/card-images/${onCard.id}`, { method: 'DELETE' });
    const before = await headSeq();
    expect((await ask(`/media/${image.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(image.url)).status).toBe(404);
    expect(await env.MEDIA.head(image.url.slice(1))).toBeNull();
    expect((await ask(`/media/${image.id}`, { method: 'DELETE' })).status).toBe(404);
    const lines = await linesSince(before);
    expect(lines.map(({ action, id }) => [action, id])).toEqual([['image.deleted', image.id]]);
    expect(JSON.parse(lines[0]?.before ?? '')).toMatchObject({ filename: image.filename });
  });

  test('the library is searched by file name, alternative text and title, in any case', async () => {
    const image = await uploaded(IMAGE_EXAMPLES.webpLossy);
    await ask(`/media/${image.id}`, {
      method: 'PATCH',
      body: { altText: 'Porta 100% redonda', title: 'Cofre-forte' },
    });
    const found = async (search: string) => {
      const reply = await ask(`/media?search=${encodeURIComponent(search)}`);
      return ((await reply.json()) as MediaList).images.map(({ id }) => id);
    };
    for (const search of [' porta 100%', 'cofre-FORTE', image.filename.slice(0, 13)]) {
      expect(await found(search)).toEqual([image.id]);
    }
    expect(await found('porta_100')).toEqual([]);
    expect((await ask(`/media?search=${'x'.repeat(101)}`)).status).toBe(422);
  });
});
