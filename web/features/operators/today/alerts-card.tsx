// What cannot wait, and who looks into it: whoever may takes an alert with one button. It stays all the same until it is over.

import { useDayText } from '../../../i18n/use-day-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import alertMessages from '#messages/operator-alerts.json';
import messages from '#messages/operators-today.json';
import { afterwards } from '../../../api/afterwards.ts';
import { Link } from '../../../i18n/link.tsx';
import { useNow } from '../../../live/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/data-state.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { isTradedMetal } from '../../../../worker/domain/metals.ts';
import { OPERATOR_ALERTS } from '../../../../worker/domain/operator-alerts.ts';
import type { OperatorAlert } from '../../../../worker/contract/operators/today.ts';
import { Age } from '../frame/age.tsx';
import { Email } from '../frame/email.tsx';
import { useChangeAlert } from './queries.ts';

export function AlertsCard({ alerts }: { readonly alerts: readonly OperatorAlert[] | undefined }) {
  const t = useMessages(messages.alerts);
  const f = useFormat();
  const columns = useColumns();
  const nobody = alerts?.filter(({ owner }) => owner === null).length ?? 0;
  return (
    <Card
      title={t('title')}
      aside={
        alerts !== undefined &&
        alerts.length > 0 && (
          <Badge tone={nobody > 0 ? 'failed' : 'pending'}>{f.integer(alerts.length)}</Badge>
        )
      }
      aria-busy={alerts === undefined}
    >
      {alerts?.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <Table
          className="admin-table"
          caption={t('title')}
          rows={alerts}
          rowKey={({ id }) => id}
          rowData={({ kind }) => ({ 'data-alert': kind })}
          skeletons={1}
          columns={columns}
        />
      )}
    </Card>
  );
}

/** An alert in words, with its figure and what it is about. */
function useAlertText(): (alert: OperatorAlert) => { readonly title: string; readonly text: string } {
  const t = useMessages(alertMessages);
  const names = useMessages(commonMessages);
  const dayText = useDayText();
  const f = useFormat();
  return ({ kind, subject, figure }) => {
    const { figure: unit } = OPERATOR_ALERTS[kind];
    const values = {
      subject: isTradedMetal(subject)
        ? names(`metals.${subject}`)
        : kind === 'complaints-due'
          ? dayText(subject)
          : subject,
      figure: unit === 'cents' ? f.money(figure) : unit === 'ounces' ? f.weight(figure) : f.integer(figure),
    };
    return { title: t(`${kind}.title`, values), text: t(`${kind}.text`, values) };
  };
}

function useColumns(): readonly TableColumn<OperatorAlert>[] {
  const t = useMessages(messages.alerts);
  const now = useNow(60_000);
  const says = useAlertText();
  return [
    {
      key: 'what',
      label: t('what'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: (alert) => (
        <>
          <Link to={alert.page} className="link">
            {says(alert).title}
          </Link>
          <span className="sub">{says(alert).text}</span>
          <span className="sub quiet">{t('runbook', { file: alert.runbook })}</span>
        </>
      ),
    },
    {
      key: 'since',
      label: t('since'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ beganAt }) => <Age at={beganAt} now={now} />,
    },
    {
      key: 'owner',
      label: t('owner'),
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ owner }) =>
        owner === null ? (
          <Badge tone="failed">{t('nobody')}</Badge>
        ) : (
          <>
            {owner.isCaller ? t('you') : <Email>{owner.email}</Email>}
            <Since at={owner.since} />
          </>
        ),
    },
    {
      key: 'actions',
      label: t('actions'),
      hiddenLabel: true,
      actions: true,
      skeleton: 'badge',
      render: (alert) => <TakeButton alert={alert} what={says(alert).title} />,
    },
  ];
}

function Since({ at }: { readonly at: string }) {
  const t = useMessages(messages.alerts);
  const f = useFormat();
  return <span className="sub">{t('takenAt', { time: f.dateTime(at, 'dayMonthTime') })}</span>;
}

type TakeButtonProps = { readonly alert: OperatorAlert; readonly what: string };

/** Takes it from nobody or from another, or gives it back. */
function TakeButton({ alert: { id, owner }, what }: TakeButtonProps) {
  const t = useMessages(messages.alerts);
  const change = useChangeAlert();
  const showError = useErrorToast();
  const word = owner === null ? 'take' : owner.isCaller ? 'release' : 'takeOver';
  const press = () =>
    afterwards(
      change.mutateAsync({
        id,
        json: word === 'release' ? { change: 'release' } : { change: 'take', seen: owner?.id ?? null },
      }),
      { onError: (error) => showError(t('notChanged'), error) },
    );
  return (
    <Button
      size="small"
      busy={change.isPending}
      busyLabel={t('changing')}
      aria-label={`${t(word)}: ${what}`}
      onClick={press}
    >
      {t(word)}
    </Button>
  );
}
