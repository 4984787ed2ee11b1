// `npm run fonts`: cuts the two typefaces down to what the site writes, into web/styles/fonts. The results are kept in the
// repository, so that a build needs no font tools; a test cuts them again and compares.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from './local-setup.ts';

/** ASCII and Latin-1, which hold Portuguese, English and most customers' names, and the signs that the texts use. */
export const GLYPHS =
  [...range(0x20, 0x7e), ...range(0xa0, 0xff)].join('') + '–—‘’“”„•…−≈≤≥→←↑↓€™ŒœŠšŽžŸ\u2009\u202f';

type Face = {
  readonly source: string;
  readonly file: string;
  /** The weights in use: styles/base.css says the same. */
  readonly weights: { readonly min: number; readonly max: number };
};

export const FACES: readonly Face[] = [
  {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    file: 'inter.woff2',
    weights: { min: 400, max: 700 },
  },
  {
    source: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
    file: 'fraunces.woff2',
    weights: { min: 370, max: 600 },
  },
];

export const FONTS_FOLDER = join(ROOT, 'web', 'styles', 'fonts');

export async function cut({ source, weights }: Face): Promise<Buffer> {
  const whole = readFileSync(join(ROOT, 'node_modules', source));
  return subsetFont(whole, GLYPHS, { targetFormat: 'woff2', variationAxes: { wght: weights } });
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}

if (import.meta.main) {
  for (const face of FACES) {
    const font = await cut(face);
    writeFileSync(join(FONTS_FOLDER, face.file), font);
    console.log(`${face.file} ${font.length} bytes`);
  }
}
