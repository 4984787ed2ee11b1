// What a page costs before it can be read and used. Bytes are those on the wire, compressed; times are measured by
// `npm run bench:web`, never here.

import type { Page, Response } from 'playwright/test';
import { LANGUAGES } from './support/language.ts';
import { expect, test } from './support/test.ts';

/** Scripts and styles of the landing page until it rests; what draws charts and trades must not be among them. */
const UNTIL_IDLE_BYTES = 135_000;
/** The document, its styles and the typeface of its text: what stands before the first paint. */
const FIRST_PAINT_BYTES = 60_000;

test.use({ viewport: { width: 412, height: 823 }, contextOptions: { reducedMotion: 'reduce' } });

for (const { locale, path } of LANGUAGES) {
  test(`the landing page stays within its budget in ${locale}`, async ({ page }) => {
    const replies = repliesOf(page);
    await page.goto(path('/'));
    await page.waitForLoadState('networkidle');
    const files = await sizesOf(replies);
    const code = files.filter(({ kind }) => kind === 'script' || kind === 'stylesheet');
    const largest = code.toSorted((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
    expect(sum(code), largest.join('\n')).toBeLessThanOrEqual(UNTIL_IDLE_BYTES);
    expect(
      code
        .map(({ name }) => name)
        .filter((name) => /echarts|chart-canvas|dialog|trade|confetti/iu.test(name)),
    ).toEqual([]);

    const first = files.filter(
      ({ kind, name }) =>
        kind === 'document' || kind === 'stylesheet' || name.includes('inter-') || name.includes('inter.'),
    );
    expect(sum(first), JSON.stringify(first)).toBeLessThanOrEqual(FIRST_PAINT_BYTES);
  });
}

test('a script is sent as the build compressed it, and as it is to whoever cannot read that', async ({
  request,
}) => {
  const page = await (await request.get('/')).text();
  const script = /\/assets\/platform-[^"]+\.js/u.exec(page)?.[0] ?? '';
  const packed = await request.get(script, { headers: { 'Accept-Encoding': 'br' } });
  expect(packed.headers()).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const plain = await request.get(script, { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers()['content-encoding']).toBeUndefined();
  expect(await plain.text()).toBe(await packed.text());
  expect((await request.get('/assets/nothing-here.js')).status()).toBe(404);
});

type File = { readonly name: string; readonly kind: string; readonly bytes: number };

function repliesOf(page: Page): Response[] {
  const replies: Response[] = [];
  page.on('response', (reply) => replies.push(reply));
  return replies;
}

function sizesOf(replies: readonly Response[]): Promise<File[]> {
  return Promise.all(
    replies.map(async (reply) => {
      const { responseBodySize } = await reply.request().sizes();
      const name = new URL(reply.url()).pathname;
      return { name, kind: reply.request().resourceType(), bytes: responseBodySize };
    }),
  );
}

function sum(files: readonly File[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
