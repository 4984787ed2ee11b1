// From when on storage costs something: proposed by one operator, announced by another.

import { type FormEvent, lazy, Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { storageTerms } from '../../../i18n/storage-terms.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import tariffMessages from '#messages/operators-tariff.json';
import titles from '#messages/titles.json';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import type { TariffProposal, TariffsReport } from '../../../../worker/contract/operators/tariffs.ts';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { type Decision, useDecideTariff, useProposeTariff, useTariffs } from './queries.ts';

const ConfirmChange = lazy(async () => ({
  default: (await import('../frame/confirm-change.tsx')).ConfirmChange,
}));

export function TariffDesk() {
  const t = useMessages(tariffMessages);
  const f = useFormat();
  const { data, isError, isFetching, refetch } = useTariffs();
  return (
    <OperatorsPanel title={titles.tariff.title} lead={t('lead', storageTerms(f.locale))}>
      {data !== undefined ? (
        <>
          <TariffsCard report={data} />
          <Allowed to="tariff.propose">
            <ProposeCard report={data} />
          </Allowed>
        </>
      ) : (
        <Card padded aria-busy={!isError}>
          {isError ? (
            <ErrorState title={t('error.title')} onRetry={() => void refetch()} retrying={isFetching}>
              {t('error.text')}
            </ErrorState>
          ) : (
            <Skeleton shape="block" />
          )}
        </Card>
      )}
    </OperatorsPanel>
  );
}

const TONES: Readonly<Record<TariffProposal['state'], BadgeTone>> = {
  open: 'pending',
  announced: 'success',
  rejected: 'neutral',
  withdrawn: 'neutral',
};

type Asked = Decision & { readonly fromDay: string };

function TariffsCard({ report: { tariffs } }: { readonly report: TariffsReport }) {
  const t = useMessages(tariffMessages.list);
  const [asked, setAsked] = useState<Asked | null>(null);
  const opened = useOpening(asked, asked === null ? null : asked.id + asked.how);
  return (
    <Card title={t('title')} padded>
      {tariffs.length === 0 && <p className="quiet">{t('none')}</p>}
      <ul className="tariffs">
        {tariffs.map((tariff) => (
          <li key={tariff.id}>
            <Tariff
              tariff={tariff}
              onAsk={(how) => setAsked({ id: tariff.id, how, fromDay: tariff.fromDay })}
            />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened !== null && (
          <DecideDialog
            key={opened.number}
            open={opened.open}
            asked={opened.value}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

type TariffProps = { readonly tariff: TariffProposal; readonly onAsk: (how: Decision['how']) => void };

function Tariff({ tariff, onAsk }: TariffProps) {
  const t = useMessages(tariffMessages.list);
  const f = useFormat();
  const { fromDay, state, proposedBy, proposedAt, decidedBy, decidedAt, mailedAt, mine, waitsForMe } = tariff;
  const time = (at: string) => <span className="quiet">{f.dateTime(at, 'dayMonthYear')}</span>;
  return (
    <div className="stack">
      <h3>{t('from', { day: f.dateTime(fromDay, 'long', 'UTC') })}</h3>
      <p>
        <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
      </p>
      <Facts>
        <Fact label={t('proposed')}>
          <Email>{proposedBy}</Email> {time(proposedAt)}
        </Fact>
        {decidedBy !== null && decidedAt !== null && (
          <Fact label={t('decided')}>
            <Email>{decidedBy}</Email> {time(decidedAt)}
          </Fact>
        )}
        {state === 'announced' && (
          <Fact label={t('mailed')}>{mailedAt === null ? t('mailing') : time(mailedAt)}</Fact>
        )}
      </Facts>
      {state === 'open' && (waitsForMe || mine) && (
        <div className="ledger-buttons">
          {waitsForMe && (
            <Button variant="primary" onClick={() => onAsk('announce')}>
              {t('announce')}
            </Button>
          )}
          <Button onClick={() => onAsk('drop')}>{t(mine ? 'withdraw' : 'reject')}</Button>
        </div>
      )}
    </div>
  );
}

type DecideDialogProps = { readonly open: boolean; readonly asked: Asked; readonly onClose: () => void };

function DecideDialog({ open, asked: { id, how, fromDay }, onClose }: DecideDialogProps) {
  const t = useMessages(tariffMessages);
  const f = useFormat();
  const decide = useDecideTariff();
  const confirm = () =>
    afterwards(decide.mutateAsync({ id, how }), {
      onSuccess() {
        showToast({ type: 'success', title: t(`${how}.done`) });
        onClose();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t(`${how}.title`)}
      about={f.dateTime(fromDay, 'long', 'UTC')}
      text={t(`${how}.text`, storageTerms(f.locale))}
      submit={t(`${how}.submit`)}
      busyLabel={t('busy')}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

function ProposeCard({ report: { earliest, latest } }: { readonly report: TariffsReport }) {
  const t = useMessages(tariffMessages.propose);
  const f = useFormat();
  const propose = useProposeTariff();
  const [fromDay, setFromDay] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    afterwards(propose.mutateAsync(fromDay), {
      onSuccess() {
        showToast({ type: 'success', title: t('done') });
        setFromDay('');
      },
    });
  };
  const days = {
    earliest: f.dateTime(earliest, 'long', 'UTC'),
    latest: f.dateTime(latest, 'long', 'UTC'),
  };
  return (
    <Card title={t('title')} padded>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="small muted">{t('text', storageTerms(f.locale))}</p>
        <TextInput
          type="date"
          label={t('day')}
          hint={t('hint', days)}
          required
          min={earliest}
          max={latest}
          value={fromDay}
          onChange={(event) => setFromDay(event.target.value)}
        />
        {propose.error !== null && <ProblemNotice error={propose.error} />}
        <div className="dialog-buttons">
          <Button
            type="submit"
            variant="primary"
            disabled={fromDay === ''}
            busy={propose.isPending}
            busyLabel={t('busy')}
          >
            {t('submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
