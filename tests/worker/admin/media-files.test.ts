// How uploaded files are answered: for an hour, in parts, never as anything else than what they are; and the site's videos.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  CardImage,
  MediaUploaded,
  Video,
  VideoList,
  VideoUploaded,
} from '../../../worker/contract/operators/media.ts';
import type { SiteVideos } from '../../../worker/contract/site-media.ts';
import { VIDEO_MAX_BYTES } from '../../../worker/domain/media.ts';
import type { Customer } from '../../support/customers.ts';
import { bytesOf, IMAGE_EXAMPLES, OTHER_VIDEOS, VIDEO_EXAMPLES } from '../../fixtures/media-examples.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const PNG = bytesOf(IMAGE_EXAMPLES.png.base64);
const HERO = 'category=background&subcategory=hero&pageLocation=home';

let operator: Customer;
let ask: ReturnType<typeof asOperator>;
let url: string;
beforeAll(async () => {
  operator = await makeOperator();
  ask = asOperator(operator);
  const reply = await send('/media?filename=ouro.png', PNG);
  const { image } = (await reply.json()) as MediaUploaded;
  url = image.url;
  const body = { mediaId: image.id, page: 'about', card: 'mission', altText: 'Ouro' };
  await ask('/card-images', { method: 'POST', body });
});

function send(path: string, bytes: Uint8Array<ArrayBuffer>) {
  return call(`/api/admin${path}`, { method: 'POST', headers: operator.headers, body: bytes });
}
const bodyOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer());

describe('an uploaded image', () => {
  test('is answered whole, may be kept for an hour and can do nothing but be seen', async () => {
    const reply = await call(url);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'cache-control': 'public, max-age=3600, must-revalidate',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      etag: `"${url.slice('/images/'.length, -'.png'.length)}"`,
    });
    expect(await bodyOf(reply)).toEqual(PNG);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const reply = await call(url, { method: 'HEAD' });
    expect([reply.status, reply.headers.get('Content-Length')]).toEqual([200, String(PNG.length)]);
    expect((await bodyOf(reply)).length).toBe(0);
  });

  test.each([
    [(etag: string) => etag, 304],
    [(etag: string) => `W/${etag}`, 304],
    [(etag: string) => `"other", ${etag}`, 304],
    [() => '*', 304],
    [() => '"other"', 200],
  ])('asked again with what is known (%#), answers %s', async (known, status) => {
    const etag = (await call(url, { method: 'HEAD' })).headers.get('ETag') ?? '';
    const reply = await call(url, { headers: { 'If-None-Match': known(etag) } });
    expect([reply.status, reply.headers.get('ETag')]).toEqual([status, etag]);
    expect((await bodyOf(reply)).length).toBe(status === 304 ? 0 : PNG.length);
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, PNG.length - 1],
    ['bytes=-20', PNG.length - 20, PNG.length - 1],
    ['bytes=0-999999', 0, PNG.length - 1],
  ])('%s is answered with that part', async (range, first, last) => {
    const reply = await call(url, { headers: { Range: range } });
    expect(reply.status).toBe(206);
    expect(reply.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/${PNG.length}`);
    expect(reply.headers.get('Content-Length')).toBe(String(last - first + 1));
    expect(await bodyOf(reply)).toEqual(PNG.slice(first, last + 1));
  });

  test.each(['bytes=999999-', 'bytes=-0'])('%s is outside', async (range) => {
    const reply = await call(url, { headers: { Range: range } });
    expect([reply.status, reply.headers.get('Content-Range')]).toEqual([416, `bytes */${PNG.length}`]);
  });

  test.each(['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    '%s is no range we serve: the whole comes',
    async (range) => {
      const reply = await call(url, { headers: { Range: range } });
      expect(reply.status).toBe(200);
      expect(await bodyOf(reply)).toEqual(PNG);
    },
  );

  test('in part only if it is still the same', async () => {
    const part = { Range: 'bytes=0-1' };
    const other = await call(url, { headers: { ...part, 'If-Range': '"other"' } });
    expect([other.status, (await bodyOf(other)).length]).toEqual([200, PNG.length]);
    const etag = other.headers.get('ETag') ?? '';
    const same = await call(url, { headers: { ...part, 'If-Range': etag } });
    expect([same.status, (await bodyOf(same)).length]).toEqual([206, 2]);
  });

  test('whose bytes are lost is missing, and uploading it again brings it back', async () => {
    await env.MEDIA.delete(url.slice(1));
    const lost = await call(url);
    expect([lost.status, lost.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
    expect((await call(url, { method: 'HEAD' })).status).toBe(404);
    expect((await send('/media?filename=ouro.png', PNG)).status).toBe(200);
    expect(await bodyOf(await call(url))).toEqual(PNG);
  });
});

test('an image that no card shows is seen by operators alone, and by visitors while a card shows it (P72)', async () => {
  const reply = await send('/media?filename=pessoa.avif', bytesOf(IMAGE_EXAMPLES.avif.base64));
  const { image } = (await reply.json()) as MediaUploaded;
  // Other files of the suite put their pictures on cards.
  await env.DB.prepare('DELETE FROM card_images WHERE media_id = ?').bind(image.id).run();
  const statuses = async () => {
    const asked = [
      await call(image.url),
      await call(image.url, { method: 'HEAD' }),
      await call(image.url, { headers: { 'If-None-Match': '*' } }),
      await call(image.url, { headers: { Cookie: operator.cookie } }),
    ];
    await Promise.all(asked.map((one) => one.arrayBuffer()));
    return asked.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([404, 404, 404, 200]);
  const body = { mediaId: image.id, page: 'about', card: 'mission', position: 'back', altText: 'Pessoa' };
  const made = (await (await ask('/card-images', { method: 'POST', body })).json()) as CardImage;
  expect(await statuses()).toEqual([200, 200, 304, 200]);
  await ask(`/card-images/${made.id}`, { method: 'PATCH', body: { isActive: false } });
  expect(await statuses()).toEqual([404, 404, 404, 200]);
});

test.each([
  '/images/none.png',
  `/images/${'0'.repeat(64)}.png`,
  `/images/${'0'.repeat(64)}`,
  `/images/..%2f${'0'.repeat(64)}.png`,
  `/images/${'A'.repeat(64)}.png`,
  '/images/%00.png',
  `/videos/${'0'.repeat(64)}.mp4`,
])('%s is nothing', async (path) => {
  const reply = await call(path);
  expect(reply.status).toBe(404);
  expect(reply.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
});

test('what is in the bucket without being in the library is not answered', async () => {
  const key = `images/${'5'.repeat(64)}.png`;
  await env.MEDIA.put(key, 'something');
  expect((await call(`/${key}`)).status).toBe(404);
});

describe('videos', () => {
  const shown = async (query = HERO) =>
    ((await (await call(`/api/videos?${query}`)).json()) as SiteVideos).videos;
  const uploaded = async (base64: string, query = HERO): Promise<Video> => {
    const reply = await send(`/videos?filename=loop.mp4&${query}`, bytesOf(base64));
    expect([200, 201]).toContain(reply.status);
    return ((await reply.json()) as VideoUploaded).video;
  };

  test('none is played until there is one', async () => {
    const reply = await call(`/api/videos?${HERO}`);
    expect(reply.headers.get('Cache-Control')).toBe('no-cache');
    expect(await reply.json()).toEqual({ videos: [] });
  });

  test('the first in the order is played, then the newest; one that is off is not', async () => {
    const old = await uploaded(VIDEO_EXAMPLES.mp4H264.base64);
    const fresh = await uploaded(VIDEO_EXAMPLES.webmVp9.base64);
    const elsewhere = await uploaded(VIDEO_EXAMPLES.webmVp8.base64, 'category=educational');
    expect(elsewhere).toMatchObject({ category: 'educational', subcategory: null, pageLocation: null });
    expect((await shown()).map(({ url: at }) => at)).toEqual([fresh.url, old.url]);
    await ask(`/videos/${fresh.id}`, { method: 'PATCH', body: { displayOrder: 5 } });
    expect((await shown())[0]).toEqual({
      url: old.url,
      mimeType: 'video/mp4',
      category: 'background',
      subcategory: 'hero',
      pageLocation: 'home',
    });
    await ask(`/videos/${old.id}`, { method: 'PATCH', body: { isActive: false } });
    expect((await shown()).map(({ url: at }) => at)).toEqual([fresh.url]);
    expect((await call(old.url)).status).toBe(404);
    const { videos } = (await (await ask('/videos')).json()) as VideoList;
    expect(videos.at(-1)?.id).toBe(fresh.id);
  });

  test('is answered in parts, as players ask for it', async () => {
    const bytes = bytesOf(VIDEO_EXAMPLES.webmRecorded.base64);
    const video = await uploaded(VIDEO_EXAMPLES.webmRecorded.base64);
    const reply = await call(video.url, { headers: { Range: 'bytes=10-' } });
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([206, 'video/webm']);
    expect(await bodyOf(reply)).toEqual(bytes.slice(10));
  });

  test('removed, is gone from the list and from its address, written down once', async () => {
    const video = await uploaded(VIDEO_EXAMPLES.mp4Fragmented.base64);
    const remove = () => ask(`/videos/${video.id}`, { method: 'DELETE' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await call(video.url)).status).toBe(404);
    const { results } = await env.DB.prepare('SELECT action FROM audit_log WHERE subject_id = ? ORDER BY seq')
      .bind(video.id)
      .all<{ action: string }>();
    expect(results.map(({ action }) => action)).toEqual(['video.uploaded', 'video.removed']);
    expect((await ask(`/videos/${video.id}`, { method: 'PATCH', body: { isActive: true } })).status).toBe(
      404,
    );
    expect(await uploaded(VIDEO_EXAMPLES.mp4Fragmented.base64)).toMatchObject({
      url: video.url,
      isActive: true,
    });
  });

  test.each(Object.entries(OTHER_VIDEOS))('%s is refused: not every browser plays it', async (_, base64) => {
    const reply = await send(`/videos?filename=x.mp4&${HERO}`, bytesOf(base64));
    expect([reply.status, (await problemOf(reply)).code]).toEqual([415, 'VideoTypeRefused']);
  });

  test('a page, a picture and what is too large are refused', async () => {
    const page = bytesOf(btoa('<!doctype html><script>alert(1)</script>'));
    expect((await problemOf(await send('/videos?filename=x.mp4', page))).code).toBe('VideoTypeRefused');
    expect((await problemOf(await send('/videos?filename=x.mp4', PNG))).code).toBe('VideoTypeRefused');
    const large = await send('/videos?filename=x.mp4', new Uint8Array(VIDEO_MAX_BYTES + 1));
    expect([large.status, (await problemOf(large)).code]).toEqual([413, 'VideoTooLarge']);
  });

  test.each(['category=film', 'subcategory=Hero%20one', 'pageLocation=admin'])(
    '%s is refused',
    async (query) => {
      expect((await send(`/videos?filename=x.mp4&${query}`, PNG)).status).toBe(422);
      expect((await call(`/api/videos?${query}`)).status).toBe(422);
    },
  );
});
