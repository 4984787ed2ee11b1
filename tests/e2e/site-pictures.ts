// Makes the share pictures of all public pages whose texts changed, and the icons. Run by hand, then commit:
//   node tests/e2e/site-pictures.ts       (`--all` makes every one anew; ONCA_CHROMIUM for another browser)

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { SHARE_PICTURE } from '../../worker/domain/site-map.ts';
import { icoOf, indexedPng } from './support/indexed-png.ts';
import { GOLD, INK, markSvg, PUBLIC_FOLDER, SHARE_RECORD, sharePictures } from './support/share-picture.ts';

const COLOURS = 16;
const executablePath = process.env['ONCA_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
const all = process.argv.includes('--all');

const { resolve } = createRequire(import.meta.url);
const asUrl = (type: string, path: string) => `data:${type};base64,${readFileSync(path).toString('base64')}`;
const fonts = {
  fraunces: asUrl(
    'font/woff2',
    resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
  ),
  inter: asUrl('font/woff2', resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
};
const drawing = asUrl('image/svg+xml', join(PUBLIC_FOLDER, '../styles/engraving.svg'));

const browser = await chromium.launch({
  ...(existsSync(executablePath) ? { executablePath } : {}),
  args: ['--no-sandbox', '--hide-scrollbars', '--font-render-hinting=none', '--disable-lcd-text'],
});
try {
  const page = await browser.newPage();
  await makeSharePictures(page);
  if (all || !existsSync(join(PUBLIC_FOLDER, 'favicon.ico'))) await makeIcons(page);
} finally {
  await browser.close();
}

async function makeSharePictures(page: Page): Promise<void> {
  const made: Record<string, string> =
    all || !existsSync(SHARE_RECORD)
      ? {}
      : (JSON.parse(readFileSync(SHARE_RECORD, 'utf8')) as Record<string, string>);
  const wanted = sharePictures();
  mkdirSync(join(PUBLIC_FOLDER, 'og'), { recursive: true });
  for (const { path, html, hash } of wanted) {
    const target = join(PUBLIC_FOLDER, path);
    if (made[path] === hash && existsSync(target)) continue;
    const whole = html
      .replace('FONT(fraunces)', fonts.fraunces)
      .replace('FONT(inter)', fonts.inter)
      .replace('DRAWING', drawing);
    const png = await picture(page, whole, SHARE_PICTURE.width, SHARE_PICTURE.height, COLOURS);
    writeFileSync(target, png);
    console.log(`${path} ${Math.round(png.length / 1000)} kB`);
  }
  const names = new Set(wanted.map(({ path }) => path));
  for (const name of readdirSync(join(PUBLIC_FOLDER, 'og'))) {
    if (!names.has(`/og/${name}`)) rmSync(join(PUBLIC_FOLDER, 'og', name));
  }
  const record = Object.fromEntries(wanted.map(({ path, hash }) => [path, hash]));
  writeFileSync(SHARE_RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

async function makeIcons(page: Page): Promise<void> {
  const icon = (size: number, share: number, colour: string, ground: string) =>
    picture(page, iconHtml(size, share, colour, ground), size, size, 64);
  const write = (name: string, bytes: Buffer) => writeFileSync(join(PUBLIC_FOLDER, name), bytes);
  write('apple-touch-icon.png', await icon(180, 0.64, GOLD, INK));
  write('icon-192.png', await icon(192, 0.7, GOLD, INK));
  write('icon-512.png', await icon(512, 0.7, GOLD, INK));
  // Launchers cut up to a tenth from each side: the mark stays inside the circle that is always kept.
  write('icon-maskable-512.png', await icon(512, 0.54, GOLD, INK));
  // One colour that shows on light and on dark tabs; browsers that read SVG take the other icon.
  const pictures = [];
  for (const size of [16, 32, 48])
    pictures.push({ size, png: await icon(size, 1, '#b58a2e', 'transparent') });
  write('favicon.ico', icoOf(pictures));
}

function iconHtml(size: number, share: number, colour: string, ground: string): string {
  return `<!doctype html><style>*{margin:0}body{width:${size}px;height:${size}px;display:grid;place-items:center;background:${ground}}svg{display:block}</style>${markSvg(Math.round(size * share), colour)}`;
}

/** What the browser paints, as pixels: read back through a canvas, since a screenshot is a compressed file. */
async function picture(page: Page, html: string, width: number, height: number, colours: number) {
  await page.setViewportSize({ width, height });
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot({ omitBackground: true });
  const pixels = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let text = '';
      for (let i = 0; i < data.length; i += 32_768) {
        text += String.fromCharCode(...data.subarray(i, i + 32_768));
      }
      return btoa(text);
    },
    `data:image/png;base64,${shot.toString('base64')}`,
  );
  return indexedPng(new Uint8Array(Buffer.from(pixels, 'base64')), width, height, colours);
}
