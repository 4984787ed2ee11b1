import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import enUi from '../../../locales/en/ui.json' with { type: 'json' };
import ptUi from '../../../locales/pt-BR/ui.json' with { type: 'json' };
import { Faq, faqItems } from '../../../web/ui/faq.tsx';

const english = enUi.faq;
const portuguese = ptUi.faq;

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
  const draw = (component: typeof Faq, items: unknown, address = '/learn') =>
    renderToStaticMarkup(
      createElement(
        MemoryRouter,
        { initialEntries: [address] },
        createElement(component, { items, id: 'questions' }),
      ),
    );
  const shown = (items: unknown) => draw(Faq, items);

  test('shows each whole item as one of a group of which one is open at a time', () => {
    const html = shown([whole, { q: 'x' }]);
    expect(html.match(/<details name="questions">/gu)).toHaveLength(1);
    expect(html).toContain(whole.a);
  });

  test.each([
    ['/learn', portuguese],
    ['/en/learn', english],
  ])(
    'says so, in the language of the build of %s, when there is nothing or nothing readable',
    async (address, texts) => {
      vi.resetModules();
      vi.doMock('#messages/ui.json', () => ({ default: { faq: texts } }));
      const { Faq: built } = await import('../../../web/ui/faq.tsx');
      expect(draw(built, [], address)).toContain(texts.empty);
      expect(draw(built, null, address)).toContain(texts.unreadable);
      expect(draw(built, '?', address)).toContain(texts.unreadable);
    },
  );
});
