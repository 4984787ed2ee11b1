// From when on storage costs something: proposed by one operator, announced by another.

import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { storageTerms } from '../../../i18n/storage-terms.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import tariffMessages from '#messages/operators-tariff.json';
import type { TariffProposal, TariffsReport } from '../../../../worker/contract/operators/tariffs.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposedRows } from '../frame/proposed-rows.tsx';
import { useDecideTariff, useProposeTariff } from './queries.ts';

const TONES: Readonly<Record<TariffProposal['state'], BadgeTone>> = {
  open: 'pending',
  announced: 'success',
  rejected: 'neutral',
  withdrawn: 'neutral',
};

type Props = { readonly report: TariffsReport };

export function StorageTariffsCard({ report: { tariffs } }: Props) {
  const t = useMessages(tariffMessages);
  const f = useFormat();
  return (
    <Card title={t('list.title')} padded>
      <div className="stack">
        <p className="small muted">{t('list.terms', storageTerms(f.locale))}</p>
        {tariffs.length === 0 && <p className="quiet">{t('list.none')}</p>}
        <ProposedRows
          rows={tariffs}
          approve={t('list.announce')}
          decide={useDecideTariff()}
          show={({ fromDay, state, mailedAt }) => ({
            heading: t('list.from', { day: f.dateTime(fromDay, 'long', 'UTC') }),
            badge: { tone: TONES[state], label: t(`list.states.${state}`) },
            outcome:
              state === 'announced'
                ? {
                    label: t('list.mailed'),
                    text: mailedAt === null ? t('list.mailing') : f.dateTime(mailedAt, 'dayMonthYear'),
                  }
                : null,
          })}
          ask={({ fromDay }, how) => {
            const what = how === 'approve' ? 'announce' : 'drop';
            return {
              about: f.dateTime(fromDay, 'long', 'UTC'),
              title: t(`${what}.title`),
              text: t(`${what}.text`),
              submit: t(`${what}.submit`),
              done: t(`${what}.done`),
            };
          }}
        />
      </div>
    </Card>
  );
}

export function ProposeStorageCard({ report: { earliest, latest } }: Props) {
  const t = useMessages(tariffMessages.propose);
  const f = useFormat();
  const propose = useProposeTariff();
  const [fromDay, setFromDay] = useState('');
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fromDay === '') return;
    afterwards(propose.mutateAsync(fromDay), {
      onSuccess() {
        showToast({ type: 'success', title: t('done') });
        setFromDay('');
        setTried(false);
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
          error={tried && fromDay === '' ? t('missing', days) : null}
          onChange={(event) => setFromDay(event.target.value)}
        />
        {propose.error !== null && <ProblemNotice error={propose.error} />}
        <div className="dialog-buttons">
          <Button type="submit" variant="primary" busy={propose.isPending} busyLabel={t('busy')}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
