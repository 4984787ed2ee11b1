// What a withdrawal waits for, each wait with its reason and its end.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { Hold } from '../../../../worker/contract/withdrawals.ts';
import { Note } from '../../../ui/note.tsx';

type HoldListProps = { readonly holds: readonly Hold[]; readonly title?: string };

export function HoldList({ holds, title }: HoldListProps) {
  const t = useMessages(withdrawalsMessages.holds);
  const f = useFormat();
  if (holds.length === 0) return null;
  return (
    <Note tone="warning" title={title ?? t('title')}>
      <span className="withdrawal-holds">
        {holds.map(({ reason, until }) => (
          <span key={reason}>
            {t('until', { reason: t(`reasons.${reason}`), until: f.dateTime(until, 'dayMonthTime') })}
          </span>
        ))}
        <span>{t('text')}</span>
      </span>
    </Note>
  );
}
