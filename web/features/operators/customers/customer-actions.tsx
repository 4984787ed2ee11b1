import { useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminUserWords } from '../../../i18n/words/admin-user.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmChange } from '../../../ui/confirm-change.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { PASSWORD_RESET_LIFETIME_MS } from '../../../../worker/domain/session-rules.ts';
import { type CustomerChange, useChangeCustomer } from './mutations.ts';

/** Where "View Transactions" leads on the customer's page. */
export const CUSTOMER_TRANSACTIONS_ID = 'transactions';

type CustomerActionsProps = { readonly user: CustomerDetails; readonly linked: boolean };

export function CustomerActions({ user, linked }: CustomerActionsProps) {
  const t = useWords(adminUserWords);
  const [asked, setAsked] = useState<CustomerChange | null>(null);
  const [number, setNumber] = useState(0);
  const ask = (change: CustomerChange) => {
    setNumber(number + 1);
    setAsked(change);
  };
  const suspended = user.status === 'suspended';
  const secured = user.secondFactors.app || user.secondFactors.passkeys > 0;
  const page = `/admin/customer?id=${encodeURIComponent(user.id)}`;
  return (
    <section className="customer-actions" aria-label={t('actions.title')}>
      <h3>{t('actions.title')}</h3>
      <div className="customer-actions-buttons">
        {linked && (
          <>
            <LinkButton to={page} variant="primary">
              {t('actions.view')}
            </LinkButton>
            <LinkButton to={`${page}#${CUSTOMER_TRANSACTIONS_ID}`}>{t('actions.transactions')}</LinkButton>
          </>
        )}
        <Button disabled={!suspended || user.isSelf} onClick={() => ask('activate')}>
          {t('actions.activate')}
        </Button>
        <Button disabled={suspended || user.isSelf} onClick={() => ask('suspend')}>
          {t('actions.suspend')}
        </Button>
        <Button onClick={() => ask('resetPassword')}>{t('actions.resetPassword')}</Button>
        <Button disabled={!secured || user.isSelf} onClick={() => ask('resetTwoStep')}>
          {t('actions.resetTwoStep')}
        </Button>
      </div>
      <p className="small quiet">{t(user.isSelf ? 'actions.own' : 'actions.logged')}</p>
      <Question key={number} user={user} asked={asked} onDone={() => setAsked(null)} />
    </section>
  );
}

type QuestionProps = {
  readonly user: CustomerDetails;
  readonly asked: CustomerChange | null;
  readonly onDone: () => void;
};

/** The question before the change; once it is done, a word about it. */
function Question({ user, asked, onDone }: QuestionProps) {
  const t = useWords(adminUserWords);
  const f = useFormat();
  const change = useChangeCustomer();
  // What was asked last stays while the question leaves the screen.
  const [last, setLast] = useState<CustomerChange>('suspend');
  if (asked !== null && asked !== last) setLast(asked);
  const what = asked ?? last;
  const { id: userId, email } = user;
  const minutes = f.integer(PASSWORD_RESET_LIFETIME_MS / 60_000);
  const confirm = (reason: string) =>
    change.mutate(
      { userId, change: what, reason },
      {
        onSuccess() {
          showToast({
            type: 'success',
            title: t(`${what}.done`),
            message: t(`${what}.doneText`, { email }),
          });
          onDone();
        },
      },
    );
  return (
    <ConfirmChange
      open={asked !== null}
      title={t(`${what}.title`)}
      text={t(`${what}.text`, { email, minutes })}
      submit={t(`${what}.submit`)}
      busyLabel={t(`${what}.busy`)}
      danger={what === 'suspend' || what === 'resetTwoStep'}
      {...(what === 'suspend' || what === 'resetTwoStep'
        ? { reason: { label: t('reason.label'), hint: t('reason.hint'), maxLength: REASON_MAX_CHARACTERS } }
        : {})}
      busy={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
}
