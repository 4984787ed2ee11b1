// A whole section with the business terms filled in, for pages that are mostly text and lists: texts inside lists and
// groups, which `t('key')` does not reach.

import { useMemo } from 'react';
import { accountTerms } from './account-terms.ts';
import { useLocale } from './use-messages.ts';
import type { MessageParams, Messages } from './messages.ts';

/**
 * `const text = useText(learnMessages)`: every text of the section, with placeholders such as `{{tradeFee}}` filled in.
 */
export function useText<T extends Messages>(messages: T): T {
  const locale = useLocale();
  return useMemo(() => filled(messages, accountTerms(locale)), [messages, locale]);
}

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
