// What a page costs before it can be read and used. Bytes are those on the wire, compressed; times are measured by
// `npm run bench:web`, never here.

import { brotliCompressSync, constants } from 'node:zlib';
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
    await page.addInitScript(noteTheFirstRest);
    await page.goto(path('/'));
    await page.waitForLoadState('networkidle');
    const early = new Set(await page.evaluate(requestedBeforeRest));
    const files = await sizesOf(replies.filter((reply) => early.has(reply.url())));
    expect(files.filter(({ kind }) => kind === 'stylesheet').length).toBeGreaterThan(1);
    const code = files.filter(({ kind }) => kind === 'script' || kind === 'stylesheet');
    const largest = code.toSorted((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
    expect(code.length).toBeGreaterThan(5);
    expect(sum(code), largest.join('\n')).toBeLessThanOrEqual(UNTIL_IDLE_BYTES);
    // What draws charts and trades has not come later either: nobody asked for it.
    const names = replies.map((reply) => new URL(reply.url()).pathname);
    expect(names.filter((name) => /echarts|canvas|dialog|trade|confetti/iu.test(name))).toEqual([]);

    const first = files.filter(
      ({ kind, name }) => kind === 'document' || kind === 'stylesheet' || /\/inter-[^/]+\.woff2$/u.test(name),
    );
    expect(first.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['document', 'stylesheet', 'font']));
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

/** Compressed as they travel: files by the build at its best, the document by the edge while the visitor waits. */
function sizesOf(replies: readonly Response[]): Promise<File[]> {
  return Promise.all(
    replies.map(async (reply) => {
      const kind = reply.request().resourceType();
      const quality = kind === 'document' ? 5 : constants.BROTLI_MAX_QUALITY;
      const body = await reply.body();
      const bytes =
        kind === 'font'
          ? body.length
          : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
      return { name: new URL(reply.url()).pathname, kind, bytes };
    }),
  );
}

function sum(files: readonly File[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** Runs in the page before its own scripts: when does it first have nothing better to do? */
function noteTheFirstRest(): void {
  const wait = window.requestIdleCallback.bind(window);
  window.requestIdleCallback = (run, options) =>
    wait((deadline) => {
      if (performance.getEntriesByName('rest').length === 0) performance.mark('rest');
      run(deadline);
    }, options);
}

function requestedBeforeRest(): string[] {
  const rest = performance.getEntriesByName('rest')[0]?.startTime;
  if (rest === undefined) throw new Error('the page never rested');
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rest);
  // The build marks some stylesheets with an empty fragment, which no request carries.
  return [location.href, ...before.map(({ name }) => name.replace(/#.*$/u, ''))];
}
