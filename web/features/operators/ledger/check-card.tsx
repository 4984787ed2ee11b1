// The last check of the books with its findings, and a button that checks now.

import { isUnread } from '../../../ui/unread.ts';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Allowed } from '../frame/may.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { LedgerCheckReport } from '../../../../worker/contract/operators/ledger.ts';
import { useCheckNow, useLedger } from './queries.ts';
import '../../../styles/operators.css';

export function CheckCard() {
  const t = useMessages(operatorsLedgerMessages);
  const ledger = useLedger();
  const { data } = ledger;
  return (
    <Card
      title={t('check.title')}
      aside={
        <Allowed to="ledger.check">
          <RunNow />
        </Allowed>
      }
      aria-busy={ledger.isPending}
    >
      {isUnread(ledger) ? (
        <ErrorState
          title={t('error.title')}
          onRetry={() => void ledger.refetch()}
          retrying={ledger.isFetching}
        >
          {t('error.text')}
        </ErrorState>
      ) : (
        <div className="stack-close">
          <Result check={data === undefined ? undefined : data.check} />
        </div>
      )}
    </Card>
  );
}

function RunNow() {
  const t = useMessages(operatorsLedgerMessages);
  const showError = useErrorToast();
  const check = useCheckNow();
  const run = () =>
    afterwards(check.mutateAsync(), {
      onSuccess({ ok, findings }) {
        showToast({
          type: ok ? 'success' : 'warning',
          title: t('check.done'),
          message: ok ? t('check.ok') : t.count('check.off', findings.length),
        });
      },
      onError: (error) => showError(t('check.failed'), error),
    });
  return (
    <Button size="small" busy={check.isPending} busyLabel={t('check.running')} onClick={run}>
      {t('check.run')}
    </Button>
  );
}

/** Undefined while loading, null before the first check. */
function Result({ check }: { readonly check: LedgerCheckReport | null | undefined }) {
  const t = useMessages(operatorsLedgerMessages);
  if (check === null) {
    return (
      <div className="ledger-verdict">
        <Badge tone="neutral">{t('check.never')}</Badge>
        <p className="small muted">{t('check.neverText')}</p>
      </div>
    );
  }
  return (
    <>
      <div className="ledger-verdict">
        {check === undefined ? (
          <>
            <Skeleton shape="badge" />
            <Skeleton shape="line" />
          </>
        ) : (
          <>
            <Badge tone={check.ok ? 'success' : 'failed'}>
              {check.ok ? t('check.ok') : t.count('check.off', check.findings.length)}
            </Badge>
            <p className="small muted">{t(check.ok ? 'check.okText' : 'check.offText')}</p>
          </>
        )}
      </div>
      <Counts check={check} />
      {check !== undefined && !check.ok && <Findings findings={check.findings} />}
    </>
  );
}

function Counts({ check }: { readonly check: LedgerCheckReport | undefined }) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const value = (text: (known: LedgerCheckReport) => string) =>
    check === undefined ? <Skeleton shape="short" /> : <span className="num">{text(check)}</span>;
  return (
    <div className="ledger-counts">
      <Facts>
        <Fact label={t('check.ranAt')}>{value(({ ranAt }) => f.dateTime(ranAt, 'stamp'))}</Fact>
        <Fact label={t('check.took')}>
          {value(({ tookMs }) => t('check.tookMs', { n: f.integer(tookMs) }))}
        </Fact>
        <Fact label={t('check.pending')}>{value(({ counts }) => f.money(counts.pendingCents))}</Fact>
        <Fact label={t('check.accounts')}>{value(({ counts }) => f.integer(counts.accounts))}</Fact>
        <Fact label={t('check.operations')}>{value(({ counts }) => f.integer(counts.operations))}</Fact>
        <Fact label={t('check.entries')}>{value(({ counts }) => f.integer(counts.entries))}</Fact>
        <Fact label={t('check.transactions')}>{value(({ counts }) => f.integer(counts.transactions))}</Fact>
      </Facts>
    </div>
  );
}

function Findings({ findings }: Pick<LedgerCheckReport, 'findings'>) {
  const t = useMessages(operatorsLedgerMessages);
  const { check } = operatorsLedgerMessages;
  const rules: Readonly<Record<string, string>> = check.rules;
  return (
    <Table
      className="admin-table"
      caption={t('check.findings')}
      rows={findings}
      rowKey={({ rule, subject }) => `${rule} ${subject}`}
      columns={[
        {
          key: 'rule',
          label: t('check.rule'),
          header: true,
          render: ({ rule }) => rules[rule] ?? rule,
        },
        {
          key: 'subject',
          label: t('check.subject'),
          className: 'admin-breaks',
          render: ({ subject }) => subject,
        },
        {
          key: 'detail',
          label: t('check.detail'),
          className: 'admin-breaks',
          render: ({ detail }) => <span lang="en">{detail}</span>,
        },
      ]}
    />
  );
}
