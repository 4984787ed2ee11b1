import type { MetaFunction } from 'react-router';
import { figures } from '../i18n/figures.ts';
import { localeOf } from '../i18n/locale.ts';
import type { Words } from '../i18n/words.ts';

type MetaTree = {
  readonly meta: { readonly title: string; readonly description: string };
  readonly [key: string]: unknown;
};

/**
 * `export const meta = pageMeta(homeWords)`: the title, suffixed with the product's name, and the description. Both may
 * name the business figures (`{{tradeFee}}`).
 */
export function pageMeta<T extends MetaTree>(words: Words<T>): MetaFunction {
  return ({ location }) => {
    const locale = localeOf(location.pathname);
    const say = (key: string) => words.say(locale, key, figures(locale));
    return [
      { title: `${say('meta.title')} · Onça` },
      { name: 'description', content: say('meta.description') },
    ];
  };
}
