import type { ReactNode } from 'react';
import { commonWords } from '../i18n/words/common.ts';
import { useWords } from '../i18n/use-words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type ErrorStateProps = {
  /** What happened. */
  readonly title: ReactNode;
  /** What the failure has not changed. */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
};

export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  const t = useWords(commonWords);
  return (
    <div className="state" role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
      {onRetry !== undefined && (
        <Button onClick={onRetry} busy={retrying}>
          <Icon name="refresh" small />
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
