// The rules that web/styles/tokens.css states: one scale of spaces, six breakpoints, five weights, named layers.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const WEB = resolve(import.meta.dirname, '../../web');
const FOLDER = join(WEB, 'styles');
const MOST_FILES = 24;
/** Spaces that another length decides, and optical corrections below 4 px. */
const RAW_SPACES = 40;
const BREAKPOINTS = [300, 560, 720, 900, 1000, 1120];
const WEIGHTS = ['400', '500', '560', '600', '640'];
/** Set by the headless kit on its popups. */
const FROM_THE_KIT = new Set(['--anchor-width', '--available-height', '--transform-origin']);

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.css'));
const sheets = files.map((name) =>
  readFileSync(join(FOLDER, name), 'utf8').replaceAll(/\/\*[^]*?\*\//gu, ''),
);
const all = sheets.join('\n');

const found = (pattern: RegExp): string[] => [...all.matchAll(pattern)].map(([, group = '']) => group);
const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

test('there are at most 24 stylesheets, and each one is imported', () => {
  expect(files.slice(MOST_FILES)).toEqual([]);
  const code = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/u.test(name),
  );
  const imports = [all, ...code.map((name) => readFileSync(join(WEB, name), 'utf8'))].join('\n');
  const imported = [...imports.matchAll(/import '[./\w]*\/([\w-]+\.css)';/gu)].map(([, name = '']) => name);
  expect(distinct(imported)).toEqual(files.toSorted());
});

test('spaces are steps of the scale', () => {
  const raw = all.split('\n').filter((line) => /(?:gap|padding|margin)[^;]*\dpx/u.test(line));
  expect(raw.slice(RAW_SPACES)).toEqual([]);
});

test('conditions on widths use six breakpoints and the range syntax', () => {
  const conditions = found(/@(?:media|container) ([^{]+)\{/gu);
  expect(conditions.filter((condition) => /(?:min|max)-(?:width|height)/u.test(condition))).toEqual([]);
  const widths = conditions.join(' ').matchAll(/([\d.]+)px/gu);
  expect(new Set([...widths].map(([, width]) => Number(width)))).toEqual(new Set(BREAKPOINTS));
});

test('text has five weights', () => {
  const faceless = all.replaceAll(/@font-face \{[^}]*\}/gu, '');
  const named = [...faceless.matchAll(/font(?:-weight)?:\s+(\d+)[ ;]/gu)].map(([, weight = '']) => weight);
  expect(distinct(named)).toEqual(WEIGHTS);
});

test('layers have names', () => {
  expect(
    distinct(found(/z-index: ([^;]+);/gu)).filter((layer) => !/^var\(--z-[a-z]+\)$/u.test(layer)),
  ).toEqual([]);
});

test('a separator between texts may end a line, and begins none', () => {
  const separators = [...all.matchAll(/([^{};]+)\{[^{}]*content: '·'/gu)].map(([, selector = '']) =>
    selector.trim(),
  );
  expect(separators.length).toBeGreaterThan(0);
  expect(separators.filter((selector) => !selector.endsWith('::after'))).toEqual([]);
});

test('what moves without end stands still for who asked for less motion', () => {
  const rules = (css: string, pattern: RegExp) =>
    [...css.matchAll(/([^{};]+)\{([^{}]*)\}/gu)]
      .filter(([, , body = '']) => pattern.test(body))
      .flatMap(([, selectors = '']) => selectors.split(',').map((one) => one.trim()));
  const still = [...all.matchAll(/@media \(prefers-reduced-motion: reduce\) \{((?:[^{}]*\{[^{}]*\})*)/gu)];
  const stopped = rules(still.map(([, body = '']) => body).join('\n'), /animation: none/u);
  const endless = rules(all, /animation:[^;]*infinite/u);
  expect(endless.length).toBeGreaterThan(2);
  expect(endless.filter((selector) => !stopped.includes(selector))).toEqual([]);
});

test("no search field keeps the browser's own cross, which is blue", () => {
  const crosses = [...all.matchAll(/([^{};]+)\{([^{}]*)\}/gu)].filter(([, selector = '']) =>
    selector.includes('::-webkit-search-cancel-button'),
  );
  expect(crosses.map(([, selector = '']) => selector.trim())).toEqual([
    "input[type='search']::-webkit-search-cancel-button",
  ]);
  expect(crosses[0]?.[2]).toMatch(/appearance: none;[^]*var\(--ink-2\)/u);
});

test('every token is defined and used', () => {
  const used = distinct(found(/var\((--[\w-]+)/gu)).filter((name) => !FROM_THE_KIT.has(name));
  expect(distinct(found(/[{;\s](--[\w-]+):/gu))).toEqual(used);
});

/** Red, green, blue and how opaque it is. */
type Colour = readonly [number, number, number, number];

function colourOf(text: string): Colour {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(text);
  if (hex !== null) return [hexOf(hex[1]), hexOf(hex[2]), hexOf(hex[3]), 1];
  const [red = 0, green = 0, blue = 0, alpha = 1] = [...text.matchAll(/[\d.]+/gu)].map(Number);
  return [red, green, blue, alpha];
}
const hexOf = (pair = '0'): number => Number.parseInt(pair, 16);

function over(below: Colour, [red, green, blue, alpha]: Colour): Colour {
  const mixed = [red, green, blue].map((part, i) => part * alpha + (below[i] ?? 0) * (1 - alpha));
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0, 1];
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const tokens = readFileSync(join(FOLDER, 'tokens.css'), 'utf8');
const THEMES = [...tokens.matchAll(/\[data-platform='(\w+)'\]\[data-mode='(\w+)'\] \{([^}]*)\}/gu)].map(
  ([, platform = '', mode = '', body = '']) => ({
    theme: `${platform} ${mode}`,
    token: (name: string): string => new RegExp(`--${name}: ([^;]+);`, 'u').exec(body)?.[1] ?? '',
  }),
);

/** What is written in which colours on which grounds (WCAG 1.4.3), and which lines say what a control is (1.4.11). */
const SEEN: readonly [texts: string, grounds: string, least: number][] = [
  ['ink ink-2 ink-3 accent-text gain loss warn', 'paper surface sunken', 4.5],
  ['ink ink-2 accent-text', 'accent-soft', 4.5],
  ['ink gain', 'gain-soft', 4.5],
  ['ink loss', 'loss-soft', 4.5],
  ['ink warn', 'warn-soft', 4.5],
  ['on-btn', 'btn btn-hover', 4.5],
  ['inv-ink inv-ink-2 inv-accent', 'inv-paper', 4.5],
  ['line-strong accent-ui', 'paper surface', 3],
];
test('four themes', () => {
  expect(THEMES).toHaveLength(4);
});
test.each(THEMES)('$theme: each text stands out from each ground that it is on', ({ token }) => {
  const faint = SEEN.flatMap(([texts, grounds, least]) =>
    texts.split(' ').flatMap((text) =>
      grounds
        .split(' ')
        .map(
          (ground) =>
            [`${text} on ${ground}`, contrast(colourOf(token(text)), colourOf(token(ground)))] as const,
        )
        .filter(([, seen]) => seen < least),
    ),
  );
  expect(faint).toEqual([]);
});

test.each(THEMES)('$theme: a dialog stands out from the dialog that it dims', ({ token }) => {
  const surface = colourOf(token('surface'));
  const dimmed = over(surface, colourOf(token('overlay')));
  // Its edge is its own colour, or the ring that begins its shadow.
  const [, ring] = /^0 0 0 1px ([^,]+),/u.exec(token('shadow-3')) ?? [];
  const named = /^var\(--([\w-]+)\)$/u.exec(ring ?? '')?.[1];
  const edges = [
    surface,
    ...(ring === undefined ? [] : [over(surface, colourOf(named ? token(named) : ring))]),
  ];
  expect(Math.max(...edges.map((edge) => contrast(edge, dimmed)))).toBeGreaterThan(2.3);
});

test('a dialog and what dims the page below it share a layer, so that the one that opened last lies on top', () => {
  const layerOf = (selector: string) =>
    new RegExp(`\\${selector} \\{[^}]*z-index: ([^;]+);`, 'u').exec(all)?.[1];
  expect(layerOf('.overlay')).toBe(layerOf('.dialog-viewport'));
});
