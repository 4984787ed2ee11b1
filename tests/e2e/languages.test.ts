// Each language is a build of its own: the files that a page of one language can load hold no text of the other.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, test } from 'playwright/test';
import { PROBLEMS } from '../../worker/contract/problems.ts';
import { LANGUAGES } from './support/language.ts';
import { ROOT } from './support/servers.ts';

/** The API's own sentences are English for every caller, and the pages know them by code. */
const API = Object.values(PROBLEMS)
  .map(({ detail }) => detail)
  .join('\n');
/** Shorter texts may be the same in both languages, or a part of a name in the code. */
const SENTENCE = 40;

for (const { locale, path } of LANGUAGES) {
  test(`what the pages in ${locale} can load holds no sentence of the other language`, async ({
    request,
  }) => {
    const other = LANGUAGES.find((language) => language.locale !== locale)?.locale ?? '';
    const own = new Set(sentencesOf(locale));
    const foreign = sentencesOf(other).filter((sentence) => !own.has(sentence) && !API.includes(sentence));
    expect(foreign.length).toBeGreaterThan(300);
    const code = await codeBehind(request, path('/'));
    expect(code.files).toBeGreaterThan(100);
    expect([...own].filter((sentence) => code.text.includes(sentence)).length).toBeGreaterThan(300);
    expect(foreign.filter((sentence) => code.text.includes(sentence))).toEqual([]);
  });
}

/** Without placeholders and quotes, which a bundler may write in another way. */
function sentencesOf(locale: string): readonly string[] {
  const folder = join(ROOT, 'locales', locale);
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(...value.split(/\{\{\w+\}\}|["'`\\\n]/u));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  // Letters are the Worker's.
  const files = readdirSync(folder).filter((file) => !file.startsWith('mail'));
  for (const file of files) collect(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return texts.map((text) => text.trim()).filter((text) => text.length >= SENTENCE);
}

/** The document, its scripts, and every script that one of them names, also those that it only may load. */
async function codeBehind(
  request: APIRequestContext,
  address: string,
): Promise<{ readonly files: number; readonly text: string }> {
  const texts = [await (await request.get(address)).text()];
  const known = new Set<string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/[/"'](?:assets\/)?([\w.-]+-[\w-]{8}\.js)\b/gu)) {
      if (known.has(name)) continue;
      known.add(name);
      texts.push(await (await request.get(`/assets/${name}`)).text());
    }
  }
  return { files: known.size, text: texts.join('\n') };
}
