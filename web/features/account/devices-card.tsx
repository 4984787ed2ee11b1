// Account, Security: the devices with an open session, and how to end it.

import { isUnread } from '../../ui/unread.ts';
import { useRef } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { afterwards } from '../../api/afterwards.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { StaleNote } from '../../ui/note.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type OwnSession, OwnSessions, SessionsEnded } from '../../../worker/contract/own-sessions.ts';
import { SecurityLoadingRow } from './security-loading-row.tsx';
import '../../styles/account.css';
import { relativeTime } from '../../i18n/relative-time.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNow } from '../../live/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { useInvalidate } from '../../api/paged.ts';

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
      {isUnread(list) ? (
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
    afterwards(endOthers.mutateAsync(), {
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

const TICK_MS = 30_000;

type DeviceRowProps = { readonly session: OwnSession; readonly onGone: () => void };

function DeviceRow({ session, onGone }: DeviceRowProps) {
  const t = useMessages(profileMessages.sessions);
  const f = useFormat();
  const now = useNow(TICK_MS);
  const device = session.device ?? t('unknown');
  return (
    <li className="safety-row">
      <div className="safety-what">
        <p className="safety-name">
          {device} {session.current && <Badge tone="success">{t('current')}</Badge>}
        </p>
        <p className="small quiet">
          {session.current
            ? t('seenNow')
            : t('seen', { when: relativeTime(f.locale, session.lastSeenAt, now) })}
          {' · '}
          {session.place ?? t('place')}
          {' · '}
          {t('since', { date: f.dateTime(session.createdAt, 'minute') })}
        </p>
      </div>
      {!session.current && <EndButton id={session.id} device={device} onGone={onGone} />}
    </li>
  );
}

type EndButtonProps = { readonly id: string; readonly device: string; readonly onGone: () => void };

function EndButton({ id, device, onGone }: EndButtonProps) {
  const t = useMessages(profileMessages.sessions);
  const showError = useErrorToast();
  const endSession = useEndSession();
  const end = () =>
    afterwards(endSession.mutateAsync(id), {
      onSuccess() {
        showToast({ type: 'success', title: t('ended.title'), message: t('ended.text', { device }) });
        onGone();
      },
      onError: (error) => showError(t('notEnded'), error),
    });
  return (
    <Button
      size="small"
      busy={endSession.isPending}
      busyLabel={t('ending')}
      aria-label={t('endNamed', { device })}
      onClick={end}
    >
      {t('end')}
    </Button>
  );
}

const useOwnSessions = () =>
  useQuery({
    queryKey: queryKeys.sessionList,
    queryFn: () => receive(OwnSessions, api.auth.sessions.$get()),
    // Other devices sign in and out: the list is read again whenever the user opens the page.
    staleTime: 0,
  });

/** After a failure too: the session can have ended meanwhile. */
const useInvalidateSecurity = () => useInvalidate(queryKeys.security);

function useEndSession() {
  const invalidate = useInvalidateSecurity();
  return useMutation({
    mutationFn: async (sessionId: string) => {
      await api.auth.sessions[':sessionId'].$delete({ param: { sessionId } });
    },
    onSettled: invalidate,
  });
}

function useEndOtherSessions() {
  const invalidate = useInvalidateSecurity();
  return useMutation({
    mutationFn: () => receive(SessionsEnded, api.auth.sessions.$delete()),
    onSettled: invalidate,
  });
}
