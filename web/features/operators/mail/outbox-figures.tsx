// How the outbox is: what waits and since when, what waits for a decision, whether alerts keep up, whether mail leaves at all.

import { relativeTime } from '../../../i18n/format-more.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminMailWords } from '../../../i18n/words/admin-mail.ts';
import { commonWords } from '../../../i18n/words/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { OutboxSummary } from '../../../../worker/contract/operators/mail.ts';
import { useOutboxSummary } from './queries.ts';

export function OutboxFigures() {
  const t = useWords(adminMailWords);
  const common = useWords(commonWords);
  const f = useFormat();
  const summary = useOutboxSummary();
  const { data, dataUpdatedAt } = summary;
  return (
    <>
      {summary.isError && (
        <Note
          tone="warning"
          role="alert"
          actions={
            <Button size="small" busy={summary.isFetching} onClick={() => void summary.refetch()}>
              {common('retry')}
            </Button>
          }
        >
          {data === undefined
            ? t('summary.error')
            : t('summary.outdated', { time: f.dateTime(dataUpdatedAt, 'clock') })}
        </Note>
      )}
      <StatCards label={t('summary.label')} busy={summary.isPending}>
        <Lines summary={data ?? (summary.isError ? null : undefined)} readAt={dataUpdatedAt} />
        <Beyond summary={data ?? (summary.isError ? null : undefined)} />
      </StatCards>
    </>
  );
}

/** Undefined while it is read, null when it could not be: a dash, never a zero. */
type PartProps = { readonly summary: OutboxSummary | null | undefined };

function Lines({ summary, readAt }: PartProps & { readonly readAt: number }) {
  const t = useWords(adminMailWords);
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

function Beyond({ summary }: PartProps) {
  const t = useWords(adminMailWords);
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
