// Draws the loop behind the home page's first lines: the engraving of web/styles/engraving.svg, its rose-engine lines
// turning slowly inside the still outline of the mark. Run by hand when the engraving changes:
//   node worker/commands/hero-video.ts      (needs Chromium and ffmpeg; ONCA_CHROMIUM for another browser)
// White on black and without colour: the page tints it, so that one file suits four themes (web/styles/home.css).
// The first frame is the still engraving, and after one turn of the pattern the last is again: no seam.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';

const ROOT = join(import.meta.dirname, '../..');
const OUTPUT = join(ROOT, 'web/styles/media');
/** Drawn at the size it is shown, so that its lines have the engraving's weight, and stored smaller. */
const DRAWN_SIZE = 960;
const STORED_SIZE = 880;
const SECONDS = 6;
const FRAMES_PER_SECOND = 12;
/** One file may weigh this much: it loads on wide screens with a good connection, and still should not be felt. */
const MAX_BYTES = 250_000;

/** The ring's lines are 96 to a turn and the spots' 40: turning by one line brings the first frame back. */
const RING_DEGREES = 360 / 96;
const SPOT_DEGREES = -(360 / 40);
/** How far the lines breathe, in units of the mark's 32. */
const RING_BREATH = 0.12;
const SPOT_BREATH = 0.06;

/** Best first, as web/pages/home-hero-video.tsx names them. The second is for browsers that have no AV1, and smaller. */
const ENCODINGS = [
  { file: 'hero.webm', size: STORED_SIZE, options: '-c:v libsvtav1 -preset 2 -crf 60 -g 240' },
  {
    file: 'hero.mp4',
    size: 720,
    options: '-c:v libx264 -preset veryslow -crf 38 -tune animation -movflags +faststart',
  },
] as const;
type Encoding = (typeof ENCODINGS)[number];

const frames = mkdtempSync(join(tmpdir(), 'onca-hero-'));
try {
  await draw(frames);
  mkdirSync(OUTPUT, { recursive: true });
  for (const encoding of ENCODINGS) encode(frames, encoding);
} finally {
  rmSync(frames, { recursive: true });
}

async function draw(folder: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['ONCA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--hide-scrollbars'],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: DRAWN_SIZE, height: DRAWN_SIZE },
      deviceScaleFactor: STORED_SIZE / DRAWN_SIZE,
    });
    await page.setContent(engravingPage());
    const count = SECONDS * FRAMES_PER_SECOND;
    for (let frame = 0; frame < count; frame += 1) {
      await page.evaluate(`turn(${frame / count})`);
      const name = `${String(frame).padStart(4, '0')}.png`;
      writeFileSync(join(folder, name), await page.screenshot({ type: 'png' }));
    }
  } finally {
    await browser.close();
  }
}

/** The engraving, white, with the one function that turns it. */
function engravingPage(): string {
  const engraving = readFileSync(join(ROOT, 'web/styles/engraving.svg'), 'utf8').replaceAll('#000', '#fff');
  return `<!doctype html><style>body{margin:0;background:#000}svg{display:block;width:100vw}</style>${engraving}
<script>
  const ring = document.querySelector('g[transform="translate(16 16)"]');
  const set = (selector, name, value) => document.querySelector(selector).setAttribute(name, value);
  function turn(part) {
    const breath = Math.sin(2 * Math.PI * part);
    ring.setAttribute('transform', 'translate(16 16) rotate(' + ${RING_DEGREES} * part + ')');
    set('#s', 'transform', 'rotate(' + ${SPOT_DEGREES} * part + ')');
    set('#c', 'cx', 6.1 + ${RING_BREATH} * breath);
    set('#w', 'cx', 1.95 + ${SPOT_BREATH} * breath);
  }
</script>`;
}

function encode(folder: string, { file, size, options }: Encoding): void {
  const path = join(OUTPUT, file);
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(folder, '%04d.png'), '-an'];
  const pixels = `-vf scale=${size}:${size}:flags=lanczos:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const colour = '-colorspace bt709 -color_primaries bt709 -color_trc bt709';
  const output = [pixels, colour, options].flatMap((words) => words.split(' '));
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...input, ...output, path]);
  const bytes = statSync(path).size;
  console.log(`${file}: ${Math.round(bytes / 1000)} kB`);
  if (bytes > MAX_BYTES) throw new Error(`${file} is ${bytes} bytes, more than ${MAX_BYTES}`);
}
