// The picture that is shown where a page is shared: the title on ink, beside the engraving. No price: a picture
// is cached for weeks by the sites that show it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES, type Language } from '../../../worker/domain/settings-rules.ts';
import {
  pageName,
  PUBLIC_PAGES,
  type PublicPage,
  SHARE_PICTURE,
  sharePicturePath,
} from '../../../worker/domain/site-map.ts';
import { MARK_RING, MARK_SPOTS } from '../../../web/ui/mark-path.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
export const PUBLIC_FOLDER = join(ROOT, 'web/public');
/** What each picture was made from, as a hash: a title that changed since is seen. */
export const SHARE_RECORD = join(ROOT, 'tests/fixtures/share-pictures.json');

export const INK = '#1b1710';
export const GOLD = '#e3bc66';
const PAPER = '#f3ede0';
const QUIET = '#bdb3a0';
const SILVER = '#b9bdc0';

export type SharePicture = {
  /** `/og/gold.en.png` */
  readonly path: string;
  readonly html: string;
  readonly hash: string;
};

export function sharePictures(): SharePicture[] {
  return PUBLIC_PAGES.flatMap((page) =>
    LANGUAGES.map((language) => {
      const html = pictureHtml(page, language);
      return {
        path: sharePicturePath(page, language),
        html,
        hash: createHash('sha256').update(html).digest('hex').slice(0, 16),
      };
    }),
  );
}

export function pageTitle(page: PublicPage, language: Language): string {
  return words(language, pageName(page)).meta?.title ?? '';
}

type SectionWords = {
  readonly meta?: { readonly title: string };
  readonly site?: { readonly description: string };
};

function words(language: Language, section: string): SectionWords {
  return JSON.parse(readFileSync(join(ROOT, 'locales', language, `${section}.json`), 'utf8')) as SectionWords;
}

/** The mark alone, in one colour. */
export function markSvg(size: number, colour: string): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 32 32" fill="${colour}"><path d="${MARK_RING}${MARK_SPOTS}"/></svg>`;
}

/** `FONT(...)` and `DRAWING` are in the places of files: their bytes are not what makes a picture stale. */
function pictureHtml(page: PublicPage, language: Language): string {
  const metal = page === '/silver' ? SILVER : GOLD;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>
@font-face { font-family: Display; src: url(FONT(fraunces)); font-weight: 100 900 }
@font-face { font-family: Text; src: url(FONT(inter)); font-weight: 100 900 }
* { margin: 0; box-sizing: border-box }
body { width: ${SHARE_PICTURE.width}px; height: ${SHARE_PICTURE.height}px; overflow: hidden; position: relative; background: ${INK}; color: ${PAPER}; font-family: Text }
.art { position: absolute; left: 752px; top: -75px; width: 780px; height: 780px; background: ${metal}; opacity: 0.62; mask: url(DRAWING) center / 100% 100% no-repeat }
.words { position: absolute; inset: 72px 0 72px 80px; width: 660px; display: flex; flex-direction: column }
.brand { display: flex; align-items: center; gap: 18px; color: ${metal}; font: 430 44px/1 Display; letter-spacing: -0.014em }
h1 { margin-top: auto; font: 370 82px/1.06 Display; letter-spacing: -0.028em; text-wrap: balance }
p { margin-top: 28px; max-width: 590px; color: ${QUIET}; font: 400 27px/1.45 Text; text-wrap: pretty }
</style><div class="art"></div><div class="words"><div class="brand">${markSvg(46, metal)}<span>Onça</span></div><h1>${pageTitle(page, language)}</h1><p>${words(language, 'shell').site?.description ?? ''}</p></div></html>`;
}
