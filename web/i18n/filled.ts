// Words as data: texts inside lists and groups, which `t('key')` does not reach.

import type { MessageParams } from './messages.ts';

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/gu;

/**
 * The same value with the placeholders of every text inside it filled in. What is no text stays as it is; a placeholder
 * nobody fills stays visible, so that it is found.
 */
export function filled<T>(value: T, params: MessageParams): T {
  return fill(value, params) as T;
}

function fill(value: unknown, params: MessageParams): unknown {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (whole, name: string) => String(params[name] ?? whole));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, params));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, params)]));
}

/** A list of the words. Words are files that people edit: what is no list is an empty one (A2, Learn). */
export function wordList<Item>(value: readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : [];
}
