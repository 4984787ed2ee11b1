import type { ReactNode } from 'react';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type EmptyStateProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** For a list without rows: a title, a text and the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <strong>{title}</strong>
      <p>{children}</p>
      {action}
    </div>
  );
}

type ErrorStateProps = {
  readonly title: ReactNode;
  /** The data that the failure has not changed. */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
};

export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  const t = useMessages(commonMessages);
  return (
    <div className="state" role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
      {onRetry !== undefined && (
        <Button onClick={onRetry} busy={retrying}>
          {!retrying && <Icon name="refresh" small />}
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
