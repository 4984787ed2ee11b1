// Account, Security: the devices with an open session, and how to end it.

import { useRef } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, StaleNote } from '../../ui/data-state.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { OwnSession } from '../../../worker/contract/own-sessions.ts';
import { useEndOtherSessions, useOwnSessions } from './devices.ts';
import { SecurityLoadingRow } from './security-loading-row.tsx';
import { DeviceRow } from './device-row.tsx';
import '../../styles/safety.css';

const SKELETONS = ['one', 'two'] as const;

export function DevicesCard() {
  const t = useMessages(profileMessages.sessions);
  const list = useOwnSessions();
  const region = useRef<HTMLElement>(null);
  const sessions = list.data?.sessions;
  // The focus of an ended session goes to the card.
  const takeFocus = () => region.current?.focus();
  return (
    <Card ref={region} tabIndex={-1} title={t('title')} className="safety-card" aria-busy={list.isPending}>
      <p className="safety-lead">{t('text')}</p>
      {sessions === undefined && list.isError ? (
        <ErrorState title={t('error.title')} onRetry={() => void list.refetch()} retrying={list.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : (
        <>
          {list.isError && (
            <div className="safety-note">
              <StaleNote
                readAt={list.dataUpdatedAt}
                texts={{ title: t('outdated.title'), text: (time) => t('outdated.text', { time }) }}
                onRetry={() => void list.refetch()}
              />
            </div>
          )}
          <ul className="safety-list">
            {sessions === undefined
              ? SKELETONS.map((key) => <SecurityLoadingRow key={key} />)
              : sessions.map((session) => (
                  <DeviceRow key={session.id} session={session} onGone={takeFocus} />
                ))}
          </ul>
          {sessions !== undefined && <Foot sessions={sessions} onGone={takeFocus} />}
        </>
      )}
    </Card>
  );
}

type FootProps = { readonly sessions: readonly OwnSession[]; readonly onGone: () => void };

function Foot({ sessions, onGone }: FootProps) {
  const t = useMessages(profileMessages.sessions);
  const showError = useErrorToast();
  const endOthers = useEndOtherSessions();
  if (sessions.every(({ current }) => current)) {
    return <p className="safety-foot small quiet">{t('alone')}</p>;
  }
  const end = () =>
    endOthers.mutate(undefined, {
      onSuccess({ ended }) {
        showToast({ type: 'success', title: t('othersEnded.title'), message: t.count('othersEnded', ended) });
        onGone();
      },
      onError: (error) => showError(t('notEnded'), error),
    });
  return (
    <div className="safety-foot safety-foot-split">
      <p className="small quiet">{t('strange')}</p>
      <Button busy={endOthers.isPending} busyLabel={t('endingOthers')} onClick={end}>
        {t('endOthers')}
      </Button>
    </div>
  );
}
