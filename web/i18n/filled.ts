// Texts inside lists and groups, which `t('key')` does not reach.

import type { MessageParams } from './messages.ts';

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/gu;

/**
 * The same value with all placeholders filled in. Other values stay as they are; an unknown placeholder stays visible,
 * so that it is found.
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

/** A list of the messages. People edit these files: a value that is no list counts as an empty one (A2). */
export function messageList<Item>(value: readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : [];
}
