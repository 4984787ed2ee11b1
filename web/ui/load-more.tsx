import type { ReactNode } from 'react';
import { useWords } from '../i18n/use-words.ts';
import { adminPartsWords } from '../i18n/words/admin-parts.ts';
import { Button } from './button.tsx';

type LoadMoreProps = {
  /** How many are in sight, such as "50 customers". */
  readonly shown: ReactNode;
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onMore: () => void;
};

/** The foot of a list that is read page by page. */
export function LoadMore({ shown, more, loading, failed, onMore }: LoadMoreProps) {
  const t = useWords(adminPartsWords);
  return (
    <div className="card-footer">
      <output className="small quiet num">{failed ? t('moreFailed') : shown}</output>
      {more && (
        <Button variant="ghost" size="small" busy={loading} busyLabel={t('loadingMore')} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
