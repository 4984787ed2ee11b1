// What a phone folds away to keep a page short: closed, its line says what is inside. On wider screens there is no line
// and nothing is folded; without scripts it opens all the same, and on paper it is open. Its style is in site.css.

import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type FoldProps = {
  /** Names what is inside by itself. */
  readonly summary: string;
  readonly children: ReactNode;
};

export function Fold({ summary, children }: FoldProps) {
  return (
    <details className="fold">
      <summary>
        {summary}
        <Icon name="down" small />
      </summary>
      {children}
    </details>
  );
}
