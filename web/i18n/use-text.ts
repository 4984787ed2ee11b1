// A whole section with the business terms filled in, for pages that are mostly text and lists.

import { useMemo } from 'react';
import { accountTerms } from './account-terms.ts';
import { filled } from './filled.ts';
import { useLocale } from './use-messages.ts';
import type { Messages } from './messages.ts';

/**
 * `const text = useText(learnMessages)`: every text of the section, with placeholders such as `{{tradeFee}}` filled in.
 */
export function useText<T extends Messages>(messages: T): T {
  const locale = useLocale();
  return useMemo(() => filled(messages, accountTerms(locale)), [messages, locale]);
}
