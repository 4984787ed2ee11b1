import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import { FaqData } from './faq-data.tsx';
import { faqItems } from './faq-items.ts';
import { Icon } from './icon.tsx';

type FaqProps = {
  /** From the words: a list of `{q, a}`. Anything else is answered with a message, never with a broken page. */
  readonly items: unknown;
  /** Names the group: of the questions with one name only one is open. */
  readonly id: string;
};

/** Questions that open one at a time, by the browser's own means: they work before and without any script. */
export function Faq({ items, id }: FaqProps) {
  const t = useMessages(commonMessages.faq);
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
