// The notice as it stands: prepared, shown or over; ended early by hand.

import { Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsIncidentMessages from '#messages/operators-incident.json';
import type { IncidentReport } from '../../../../worker/contract/operators/incident.ts';
import { isShowing } from '../../../../worker/domain/incident.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';
import { useEndIncident } from './queries.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ConfirmChange = lazyPart(() => import('../frame/confirm-change.tsx'), 'ConfirmChange');

type Incident = NonNullable<IncidentReport['incident']>;
type IncidentState = 'prepared' | 'shown' | 'over';

function stateOf(incident: Incident, now: number): IncidentState {
  const times = { startsAt: Date.parse(incident.startsAt), endsAt: Date.parse(incident.endsAt) };
  if (isShowing(times, now)) return 'shown';
  return now < times.startsAt ? 'prepared' : 'over';
}

type CurrentCardProps = { readonly incident: Incident | null; readonly now: number };

export function CurrentCard({ incident, now }: CurrentCardProps) {
  const t = useMessages(operatorsIncidentMessages);
  const f = useFormat();
  const [asked, setAsked] = useState<'end' | null>(null);
  const opened = useOpening(asked, asked);
  const state = incident === null ? 'over' : stateOf(incident, now);
  return (
    <Card title={t('current.title')} padded>
      <div className="stack">
        {incident === null ? (
          <p className="quiet">{t('current.none')}</p>
        ) : (
          <>
            <p>
              <Badge tone={state === 'shown' ? 'live' : state === 'prepared' ? 'pending' : 'neutral'}>
                {t(`states.${state}`)}
              </Badge>
            </p>
            <Facts>
              <Fact label={t('form.text.pt-BR')}>
                <span lang="pt-BR">{incident.text['pt-BR']}</span>
              </Fact>
              <Fact label={t('form.text.en')}>
                <span lang="en">{incident.text.en}</span>
              </Fact>
              <Fact label={t('form.startsAt')}>{f.dateTime(incident.startsAt, 'stamp')}</Fact>
              <Fact label={t('form.endsAt')}>{f.dateTime(incident.endsAt, 'stamp')}</Fact>
              <Fact label={t('current.by')}>
                <Email>{incident.by}</Email>
              </Fact>
            </Facts>
            {(state === 'shown' || state === 'prepared') && (
              <Allowed to="incident.change">
                <div className="ledger-buttons">
                  <Button onClick={() => setAsked('end')}>{t('current.end')}</Button>
                </div>
              </Allowed>
            )}
            <Suspense fallback={null}>
              {opened !== null && (
                <EndDialog
                  key={opened.number}
                  open={opened.open}
                  incident={incident}
                  onClose={() => setAsked(null)}
                />
              )}
            </Suspense>
          </>
        )}
      </div>
    </Card>
  );
}

type EndDialogProps = { readonly open: boolean; readonly incident: Incident; readonly onClose: () => void };

function EndDialog({ open, incident, onClose }: EndDialogProps) {
  const t = useMessages(operatorsIncidentMessages);
  const f = useFormat();
  const end = useEndIncident();
  const confirm = () =>
    afterwards(end.mutateAsync(incident.id), {
      onSuccess() {
        showToast({ type: 'success', title: t('current.ended') });
        onClose();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t('current.endTitle')}
      about={incident.text[f.locale]}
      text={t('current.endText')}
      submit={t('current.end')}
      busyLabel={t('current.ending')}
      busy={end.isPending}
      error={end.error}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
