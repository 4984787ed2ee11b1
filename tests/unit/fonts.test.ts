// The typefaces in the repository are what `npm run fonts` makes, and they can write what the site says.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cut, FACES, FONTS_FOLDER, GLYPHS } from '../../worker/commands/fonts.ts';

test.each(FACES)('$file is cut from the installed typeface', async (face) => {
  expect((await cut(face)).equals(readFileSync(join(FONTS_FOLDER, face.file)))).toBe(true);
});

test('every letter of the words is in the typefaces', () => {
  const folder = resolve(import.meta.dirname, '../../locales');
  const glyphs = new Set(GLYPHS);
  const missing = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    for (const letter of readFileSync(join(folder, file), 'utf8')) {
      if (letter !== '\n' && !glyphs.has(letter)) missing.add(`${file}: ${letter}`);
    }
  }
  expect([...missing]).toEqual([]);
});
