import type { MetaFunction } from 'react-router';
import { localeOf } from '../i18n/locale.ts';
import type { Words } from '../i18n/words.ts';

type MetaTree = { readonly meta: { readonly title: string; readonly description: string } };

/** `export const meta = pageMeta(homeWords)`: title, suffixed with the product's name, and description. */
export function pageMeta<T extends MetaTree & { readonly [key: string]: unknown }>(
  words: Words<T>,
): MetaFunction {
  return ({ location }) => {
    const { meta } = words.dictionaries[localeOf(location.pathname)];
    return [{ title: `${meta.title} · Onça` }, { name: 'description', content: meta.description }];
  };
}
