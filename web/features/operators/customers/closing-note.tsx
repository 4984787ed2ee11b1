// A closing that waits, or an account that is closed: who it was is under seal, and two operators together open it (P63).

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import type { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { OperatorProposal, RetainedIdentityView } from '../../../../worker/contract/operators/operators.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';

type Closing = NonNullable<CustomerDetails['closing']>;

export function ClosingNote({ userId, closing }: { readonly userId: string; readonly closing: Closing }) {
  const t = useMessages(operatorsMessages.user.closing);
  const f = useFormat();
  const { closedAt, dueAt, keptUntil, openTo } = closing;
  if (closedAt === null) {
    return (
      <Note tone="warning" title={t('waits', { date: f.dateTime(dueAt, 'minute') })}>
        {t('waitsText')}
      </Note>
    );
  }
  return (
    <>
      <Note tone="info" icon="lock" title={t('done', { date: f.dateTime(closedAt, 'minute') })}>
        {keptUntil === null ? t('destroyed') : t('kept', { date: f.dateTime(keptUntil, 'long') })}
      </Note>
      {keptUntil !== null && (
        <Allowed to="identities.open">
          {openTo === null ? <Propose userId={userId} /> : <Read {...openTo} />}
        </Allowed>
      )}
    </>
  );
}

function Propose({ userId }: { readonly userId: string }) {
  const t = useMessages(operatorsMessages.user.closing);
  const [asks, setAsks] = useState(false);
  const opened = useOpening(asks || null, 'identity');
  const propose = useMutation({
    mutationFn: (reason: string) =>
      receive(OperatorProposal, api.admin.proposals.$post({ json: { kind: 'identity', userId, reason } })),
    onSuccess() {
      showToast({ type: 'success', title: t('proposed'), message: t('proposedText') });
      setAsks(false);
    },
    onSettled: useInvalidate(
      queryKeys.operators('customers', 'one'),
      queryKeys.operators('people'),
      queryKeys.operators('audit'),
    ),
  });
  return (
    <>
      <Button onClick={() => setAsks(true)}>{t('open')}</Button>
      {opened !== null && (
        <ConfirmChange
          key={opened.number}
          open={opened.open}
          title={t('title')}
          text={t('text')}
          submit={t('submit')}
          busyLabel={t('busy')}
          reason={{ label: t('reason'), maxLength: REASON_MAX_CHARACTERS }}
          busy={propose.isPending}
          error={propose.error}
          onConfirm={(reason) => propose.mutate(reason)}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Answered once: what is on the screen is nowhere else, and it is hidden in time. */
function Read({ proposalId, until }: NonNullable<Closing['openTo']>) {
  const t = useMessages(operatorsMessages.user.closing);
  const facts = useMessages(operatorsMessages.user.facts);
  const f = useFormat();
  const showError = useErrorToast();
  const read = useMutation({
    mutationFn: () =>
      receive(RetainedIdentityView, api.admin.proposals[':id'].identity.$post({ param: { id: proposalId } })),
    gcTime: 0,
    onError: (error) => showError(t('read'), error),
  });
  const shown = read.data;
  const { reset } = read;
  useEffect(() => {
    if (shown === undefined) return;
    const hide = setTimeout(reset, Date.parse(shown.shownUntil) - Date.now());
    return () => clearTimeout(hide);
  }, [shown, reset]);
  if (shown !== undefined) {
    return (
      <>
        <Facts>
          <Fact label={facts('name')}>{shown.fullName}</Fact>
          <Fact label={facts('email')}>{shown.email}</Fact>
          <Fact label={facts('phone')}>{shown.phone}</Fact>
          {shown.known !== null && (
            <Fact label={t('known')}>
              {t('knownAs', {
                kind: shown.known.kind === 'cpf' ? 'CPF' : `${t('passport')} (${shown.known.country})`,
                number: shown.known.number,
                name: shown.known.fullName,
                born: f.dateTime(`${shown.known.birthDate}T12:00:00Z`, 'dayMonthYear'),
              })}
            </Fact>
          )}
        </Facts>
        <p className="small quiet">{t('shown', { time: f.dateTime(shown.shownUntil, 'time') })}</p>
      </>
    );
  }
  return (
    <>
      <p className="small quiet">{t('openUntil', { date: f.dateTime(until, 'minute') })}</p>
      <Button busy={read.isPending} busyLabel={t('reading')} onClick={() => read.mutate()}>
        {t('read')}
      </Button>
    </>
  );
}
