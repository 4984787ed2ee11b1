import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import english from '../../../locales/en/faq.json' with { type: 'json' };
import portuguese from '../../../locales/pt-BR/faq.json' with { type: 'json' };
import { faqItems } from '../../../web/ui/faq-items.ts';
import { Faq } from '../../../web/ui/faq.tsx';

const whole = { q: 'How much?', a: 'A little.' };

describe('a list of questions', () => {
  test.each([
    ['of whole items is kept as it is', [whole], [whole]],
    [
      'skips items without a question or an answer',
      [{ q: 'x' }, { a: 'y' }, { q: '', a: 'y' }, { q: 'x', a: '' }, whole],
      [whole],
    ],
    ['skips what is no item', [null, 1, 'x', [], whole], [whole]],
    ['may be empty', [], []],
    ['that is no list is told from an empty one', { q: 'x', a: 'y' }, null],
    ['that is missing is no list', undefined, null],
  ])('%s', (_, items, expected) => {
    expect(faqItems(items)).toEqual(expected);
  });
});

describe('the accordion', () => {
  const shown = (items: unknown, address = '/en/learn') =>
    renderToStaticMarkup(
      createElement(
        MemoryRouter,
        { initialEntries: [address] },
        createElement(Faq, { items, id: 'questions' }),
      ),
    );

  test('shows each whole item as one of a group of which one is open at a time', () => {
    const html = shown([whole, { q: 'x' }]);
    expect(html.match(/<details name="questions">/gu)).toHaveLength(1);
    expect(html).toContain(whole.a);
  });

  test('says so, in the page’s language, when there is nothing or nothing readable', () => {
    expect(shown([])).toContain(english.empty);
    expect(shown(null)).toContain(english.unreadable);
    expect(shown('?', '/learn')).toContain(portuguese.unreadable);
  });
});
