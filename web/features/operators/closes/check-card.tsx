// Computes the closes of some days again, and says that all is equal, or which day and which value is another.

import { type FormEvent, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-closes.json';
import type { CloseCheckReport } from '../../../../worker/contract/operators/closes.ts';
import { CLOSE_CHECK_DAYS_MAX, dayOf, daysIn, endOfDay } from '../../../../worker/domain/day-closes.ts';
import { DAY_MS } from '../../../../worker/domain/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';
import { useCheckCloses } from './queries.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';

/** A month, as the form begins. */
const DAYS = 31;

/** `newest`: the last closed day; undefined while nothing is known of it. */
export function CheckCard({ newest }: { readonly newest: string | undefined }) {
  const t = useMessages(messages);
  const check = useCheckCloses();
  return (
    <Card title={t('check.title')} padded>
      <div className="stack">
        <p className="small muted">{t('check.text', { max: CLOSE_CHECK_DAYS_MAX })}</p>
        <Allowed to="ledger.check">
          <CheckForm newest={newest} check={check} />
        </Allowed>
        <div className="stack-close" aria-live="polite">
          {check.error !== null && <ProblemNotice error={check.error} />}
          {check.data !== undefined && !check.isPending && <Outcome report={check.data} />}
        </div>
      </div>
    </Card>
  );
}

type CheckFormProps = {
  readonly newest: string | undefined;
  readonly check: ReturnType<typeof useCheckCloses>;
};

function CheckForm({ newest, check }: CheckFormProps) {
  const t = useMessages(messages);
  const [from, setFrom] = useState(newest === undefined ? '' : dayOf(endOfDay(newest) - DAYS * DAY_MS));
  const [to, setTo] = useState(newest ?? '');
  const [isTried, setTried] = useState(false);
  const problem = spanProblem(from, to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) check.mutate({ from, to });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="pair">
        <TextInput
          type="date"
          label={t('check.from')}
          required
          value={from}
          max={newest}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextInput
          type="date"
          label={t('check.to')}
          required
          value={to}
          max={newest}
          error={
            isTried && problem !== null ? t(`check.problems.${problem}`, { max: CLOSE_CHECK_DAYS_MAX }) : null
          }
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" busy={check.isPending} busyLabel={t('check.running')}>
          {t('check.run')}
        </Button>
      </div>
    </form>
  );
}

function spanProblem(from: string, to: string): 'missing' | 'order' | 'long' | null {
  if (from === '' || to === '') return 'missing';
  const days = daysIn({ from, to });
  if (days < 1) return 'order';
  return days > CLOSE_CHECK_DAYS_MAX ? 'long' : null;
}

function Outcome({
  report: { days, first, last, differences, checkedAt },
}: {
  readonly report: CloseCheckReport;
}) {
  const t = useMessages(messages);
  const f = useFormat();
  const dayText = useDayText();
  if (first === null || last === null) return <Note tone="info">{t('check.nothing')}</Note>;
  const time = f.dateTime(checkedAt, 'clock');
  if (differences.length > 0) {
    return (
      <>
        <Note tone="error" role="alert" title={t.count('check.off.title', differences.length)}>
          {t('check.off.text')}
        </Note>
        <Differences differences={differences} />
      </>
    );
  }
  return (
    <>
      <Note tone="success" title={t.count('check.ok.title', days)}>
        {t('check.ok.text', { from: dayText(first), to: dayText(last.day), time })}
      </Note>
      <Facts>
        <Fact label={t('check.kept')}>
          <CopyableId value={`${last.day}:${last.hash}`} of={t('check.keptOf')} whole />
        </Fact>
      </Facts>
    </>
  );
}

function Differences({ differences }: Pick<CloseCheckReport, 'differences'>) {
  const t = useMessages(messages);
  const dayText = useDayText();
  const names: Readonly<Record<string, string>> = messages.values;
  const value = (text: string | null) => text ?? t('list.unknown');
  return (
    <Table
      className="admin-table"
      caption={t('check.off.table')}
      rows={differences}
      rowKey={({ day, value: name }) => `${day} ${name}`}
      columns={[
        { key: 'day', label: t('list.columns.day'), header: true, render: ({ day }) => dayText(day) },
        { key: 'value', label: t('check.off.value'), render: ({ value: name }) => names[name] ?? name },
        {
          key: 'stored',
          label: t('check.off.stored'),
          className: 'admin-breaks',
          render: ({ stored }) => value(stored),
        },
        {
          key: 'expected',
          label: t('check.off.expected'),
          className: 'admin-breaks',
          render: ({ expected }) => value(expected),
        },
      ]}
    />
  );
}
