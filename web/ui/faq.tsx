import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Icon } from './icon.tsx';

type FaqProps = {
  /** From the messages: a list of `{q, a}`. Anything else shows a message instead of breaking the page. */
  readonly items: unknown;
  /** Names the group: of all questions with one name only one is open. */
  readonly id: string;
};

/** Questions that open one at a time by `<details name>`, so that they work without scripts. */
export function Faq({ items, id }: FaqProps) {
  const t = useMessages(uiMessages.faq);
  const list = faqItems(items);
  if (list === null) return <p className="muted">{t('unreadable')}</p>;
  if (list.length === 0) return <p className="muted">{t('empty')}</p>;
  return (
    <div className="faq">
      {list.map(({ q, a }) => (
        <details key={q} name={id}>
          <summary>
            {q}
            <Icon name="down" />
          </summary>
          <p className="faq-answer">{a}</p>
        </details>
      ))}
      <FaqData items={list} />
    </div>
  );
}

/** An entry of the messages file. People edit these files: a value that is no list must not break the page (A5, A8). */
export type FaqItem = { readonly q: string; readonly a: string };

/** Null for a value that is no list. Items without a question or an answer are skipped. */
export function faqItems(items: unknown): readonly FaqItem[] | null {
  if (!Array.isArray(items)) return null;
  return items.filter(isFaqItem);
}

function isFaqItem(item: unknown): item is FaqItem {
  if (typeof item !== 'object' || item === null || !('q' in item) || !('a' in item)) return false;
  return typeof item.q === 'string' && item.q !== '' && typeof item.a === 'string' && item.a !== '';
}

/**
 * The same questions and answers for search engines (schema.org FAQPage). The element holds data, which the browser
 * does not execute.
 */
export function FaqData({ items }: { readonly items: readonly FaqItem[] }) {
  // `<` is escaped, so that no text can close the element.
  const json = JSON.stringify(faqPage(items)).replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function faqPage(items: readonly FaqItem[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ q, a }) => ({
      '@type': 'Question',
      name: q,
      acceptedAnswer: { '@type': 'Answer', text: a },
    })),
  };
}
