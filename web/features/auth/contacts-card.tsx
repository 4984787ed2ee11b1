// How we reach the customer: the address with its state, the phone number, and a change that waits.

import { type ReactNode, Suspense, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import emailMessages from '#messages/email.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Profile } from '../../../worker/contract/profile.ts';
import { typedPhone } from '../../../worker/domain/phone-text.ts';
import { ConfirmEmailNote } from './confirm-email-note.tsx';
import { useCancelEmailChange, useEmailChange, type WaitingChange } from './contacts.ts';
import '../../styles/account.css';
import { lazyPart } from '../../ui/lazy-part.ts';

const EmailDialog = lazyPart(() => import('./contact-dialogs.tsx'), 'EmailDialog');
const PhoneDialog = lazyPart(() => import('./contact-dialogs.tsx'), 'PhoneDialog');

export function ContactsCard({ profile }: { readonly profile: Profile }) {
  const t = useMessages(emailMessages.row);
  const { email, emailConfirmed, phone } = profile;
  const f = useFormat();
  const [open, setOpen] = useState<'email' | 'phone' | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const waiting = useEmailChange(emailConfirmed).data?.change ?? null;
  const show = (dialog: 'email' | 'phone') => {
    setOpen(dialog);
    setOpened((before) => new Set(before).add(dialog));
  };
  const close = () => setOpen(null);
  return (
    <Card title={t('title')}>
      <Row
        label={t('email')}
        value={email}
        badge={
          <Badge tone={emailConfirmed ? 'success' : 'pending'}>
            {t(emailConfirmed ? 'confirmed' : 'unconfirmed')}
          </Badge>
        }
        change={t('changeEmail')}
        onChange={() => show('email')}
      />
      {!emailConfirmed && (
        <div className="card-note">
          <ConfirmEmailNote email={email} here />
        </div>
      )}
      {waiting !== null && (
        <div className="card-note">
          <Waiting change={waiting} />
        </div>
      )}
      <Row
        label={t('phone')}
        value={typedPhone(phone, f.locale === 'pt-BR')}
        change={t('changePhone')}
        onChange={() => show('phone')}
      />
      <Suspense fallback={null}>
        {opened.has('email') && (
          <EmailDialog open={open === 'email'} isConfirmed={emailConfirmed} onClose={close} />
        )}
        {opened.has('phone') && <PhoneDialog open={open === 'phone'} onClose={close} />}
      </Suspense>
    </Card>
  );
}

type RowProps = {
  readonly label: string;
  readonly value: string;
  readonly badge?: ReactNode;
  /** The name of the button that opens the change. */
  readonly change: string;
  readonly onChange: () => void;
};

function Row({ label, value, badge, change, onChange }: RowProps) {
  const t = useMessages(emailMessages.row);
  return (
    <div className="factor">
      <div>
        <h3>{label}</h3>
        <p className="contact-value">
          {value} {badge}
        </p>
      </div>
      <Button variant="ghost" aria-label={change} onClick={onChange}>
        {t('change')}
      </Button>
    </div>
  );
}

function Waiting({ change }: { readonly change: WaitingChange }) {
  const t = useMessages(emailMessages.row);
  const f = useFormat();
  const cancel = useCancelEmailChange();
  const failed = useErrorToast();
  const { oldConfirmed, newConfirmed } = change;
  const whom = oldConfirmed ? 'waitsForNew' : newConfirmed ? 'waitsForOld' : 'waitsForBoth';
  return (
    <Note
      tone="info"
      icon="mail"
      title={t('waiting', { email: change.email, time: f.dateTime(change.expiresAt, 'dayMonthTime') })}
      actions={
        <Button
          size="small"
          busy={cancel.isPending}
          busyLabel={t('cancelling')}
          onClick={() =>
            afterwards(cancel.mutateAsync(), {
              onSuccess: () => showToast({ type: 'success', title: t('cancelled') }),
              onError: (error) => failed(t('cancelFailed'), error),
            })
          }
        >
          {t('cancel')}
        </Button>
      }
    >
      {t(whom)}
    </Note>
  );
}
