// The rules that web/styles/tokens.css states: one scale of spaces, six breakpoints, five weights, named layers.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../web/styles');
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

test('every token is defined and used', () => {
  const used = distinct(found(/var\((--[\w-]+)/gu)).filter((name) => !FROM_THE_KIT.has(name));
  expect(distinct(found(/[{;\s](--[\w-]+):/gu))).toEqual(used);
});
