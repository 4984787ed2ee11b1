// The state of the outbox: waiting messages, failed ones, alerts to evaluate, and whether sending is configured.

import { isUnread } from '../../../ui/unread.ts';
import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMailMessages from '#messages/operators-mail.json';
import { QueriedStatCards, StatCard } from '../frame/stat-card.tsx';
import type { OutboxSummary } from '../../../../worker/contract/operators/mail.ts';
import { useOutboxSummary } from './queries.ts';

export function OutboxStats() {
  const t = useMessages(operatorsMailMessages);
  const query = useOutboxSummary();
  const summary = query.data ?? (isUnread(query) ? null : undefined);
  return (
    <QueriedStatCards label={t('summary.label')} query={query} error={t('summary.error')}>
      <Queues summary={summary} readAt={query.dataUpdatedAt} />
      <Services summary={summary} />
    </QueriedStatCards>
  );
}

/** Undefined while loading, null when the read failed: a dash, never a zero. */
type PartProps = { readonly summary: OutboxSummary | null | undefined };

function Queues({ summary, readAt }: PartProps & { readonly readAt: number }) {
  const t = useMessages(operatorsMailMessages);
  const f = useFormat();
  const oldestAt = summary?.oldestAt ?? null;
  const oldest =
    oldestAt === null
      ? t('summary.nothing')
      : t('summary.oldest', { when: relativeTime(f.locale, oldestAt, readAt) });
  return (
    <>
      <StatCard
        label={t('summary.waiting')}
        value={summary && f.integer(summary.waiting)}
        note={summary ? oldest : ''}
      />
      <StatCard
        label={t('summary.dead')}
        value={summary && f.integer(summary.dead)}
        note={summary ? t(summary.dead === 0 ? 'summary.deadNone' : 'summary.deadNote') : ''}
      />
    </>
  );
}

function Services({ summary }: PartProps) {
  const t = useMessages(operatorsMailMessages);
  const f = useFormat();
  const ticks = summary && summary.alertTicksWaiting;
  return (
    <>
      <StatCard
        label={t('summary.alerts')}
        value={typeof ticks === 'number' ? f.integer(ticks) : ticks}
        note={summary ? t(ticks === null ? 'summary.alertsUnknown' : 'summary.alertsNote') : ''}
      />
      <StatCard
        label={t('summary.transport')}
        value={summary && t(summary.setUp ? 'summary.on' : 'summary.off')}
        note={summary ? t(summary.setUp ? 'summary.onNote' : 'summary.offNote') : ''}
      />
    </>
  );
}
