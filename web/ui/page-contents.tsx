// The way back to the parts of a long page. On phones and tablets a line below the header stays in sight and opens the
// list as a sheet; wider screens have no need of it. The browser opens and closes the sheet, without scripts too.

import { useRef } from 'react';
import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import '../styles/parts.css';
import { Icon } from './icon.tsx';

type PageContentsProps = {
  readonly parts: readonly { readonly id: string; readonly title: string }[];
};

const LIST = 'page-contents';

export function PageContents({ parts }: PageContentsProps) {
  const t = useMessages(uiMessages);
  const list = useRef<HTMLUListElement>(null);
  const choose = (id: string) => {
    list.current?.hidePopover();
    const fold = document.querySelector<HTMLDetailsElement>(`#${id} .fold`);
    if (fold !== null) fold.open = true;
  };
  return (
    <nav className="page-contents" aria-label={t('contents')}>
      <button type="button" className="wrap" popoverTarget={LIST}>
        {t('contents')}
        <Icon name="down" small />
      </button>
      <ul ref={list} id={LIST} popover="auto">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={() => choose(id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
