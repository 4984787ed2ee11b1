// What an operator may do about an account: at once where it is a customer's, by a proposal where it is an operator's (P53).

import { Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import type { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import type { Capability } from '../../../../worker/domain/operator-roles.ts';
import { PASSWORD_RESET_LIFETIME_MS } from '../../../../worker/domain/session-rules.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { Allowed } from '../frame/may.tsx';
import {
  CUSTOMER_TIMELINE_ID,
  CUSTOMER_TRANSACTIONS_ID,
  type CustomerChange,
  useChangeCustomer,
  useWithdrawProposal,
} from './queries.ts';
import '../../../styles/operators.css';
import { lazyPart } from '../../../ui/lazy-part.ts';

const EmailDialog = lazyPart(() => import('./email-dialog.tsx'), 'EmailDialog');

type CustomerActionsProps = {
  readonly user: CustomerDetails;
  /** Beside the list: with links to the customer's page. */
  readonly linked: boolean;
};

/** What each change takes, of a customer's account and of an operator's. */
const NEEDS = {
  suspend: 'customers.status',
  activate: 'customers.status',
  resetPassword: 'customers.access',
  resetTwoStep: 'customers.access',
  unfreeze: 'customers.access',
} as const satisfies Readonly<Record<CustomerChange, Capability>>;

export function CustomerActions({ user, linked }: CustomerActionsProps) {
  const t = useMessages(operatorsMessages.user);
  const [asked, setAsked] = useState<CustomerChange | null>(null);
  const opened = useOpening(asked, asked);
  const [changing, setChanging] = useState(false);
  const change = useOpening(changing || null, 'email');
  const secured = user.secondFactors.app || user.secondFactors.passkeys > 0;
  const page = `/admin/customer?id=${encodeURIComponent(user.id)}`;
  const button = (what: CustomerChange, isPossible: boolean) => (
    <Allowed to={NEEDS[what]}>
      <Button
        {...(what === 'suspend' || what === 'resetTwoStep' ? { variant: 'danger' } : {})}
        disabled={!isPossible}
        onClick={() => setAsked(what)}
      >
        {t(`actions.${what}`)}
      </Button>
    </Allowed>
  );
  const isClosed = user.closing !== null && user.closing.closedAt !== null;
  const others = !user.isSelf && !isClosed;
  return (
    <section className="customer-actions" aria-label={t('actions.title')}>
      {linked && (
        <div className="customer-actions-buttons">
          <LinkButton to={page} variant="primary">
            {t('actions.view')}
          </LinkButton>
          <LinkButton to={`${page}#${CUSTOMER_TRANSACTIONS_ID}`}>{t('actions.transactions')}</LinkButton>
          <LinkButton to={`${page}#${CUSTOMER_TIMELINE_ID}`}>{t('actions.timeline')}</LinkButton>
        </div>
      )}
      <h3>{t('actions.account')}</h3>
      {user.proposals.map((proposal) => (
        <OpenProposal key={proposal.id} proposal={proposal} userId={user.id} />
      ))}
      <div className="customer-actions-buttons">
        {button('resetPassword', !isClosed)}
        {button(user.status === 'suspended' ? 'activate' : 'suspend', others)}
        {button('resetTwoStep', secured && others)}
        {user.freeze?.endsAt === null && button('unfreeze', !secured && others)}
        <Allowed to="customers.access">
          <Button disabled={!others || user.status === 'suspended'} onClick={() => setChanging(true)}>
            {t('actions.changeEmail')}
          </Button>
        </Allowed>
      </div>
      <p className="small quiet">
        {t(user.isSelf ? 'actions.own' : user.isOperator ? 'actions.ofOperator' : 'actions.logged')}
      </p>
      {opened !== null && (
        <Confirmation
          key={opened.number}
          open={opened.open}
          user={user}
          what={opened.value}
          onDone={() => setAsked(null)}
        />
      )}
      {change !== null && (
        <Suspense fallback={null}>
          <EmailDialog
            key={change.number}
            open={change.open}
            user={user}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

type OpenProposalProps = {
  readonly proposal: CustomerDetails['proposals'][number];
  readonly userId: string;
};

/** What waits for another operator; whoever proposed it may take it back. */
function OpenProposal({ proposal, userId }: OpenProposalProps) {
  const t = useMessages(operatorsMessages.user.proposal);
  const f = useFormat();
  const showError = useErrorToast();
  const withdraw = useWithdrawProposal(userId);
  const { id, kind, proposedBy, proposedAt, mine } = proposal;
  const run = () =>
    afterwards(withdraw.mutateAsync(id), {
      onSuccess: () => showToast({ type: 'success', title: t('withdrawn') }),
      onError: (error) => showError(t('failed'), error),
    });
  return (
    <Note
      tone="warning"
      title={t('title', { what: t(`kinds.${kind}`) })}
      {...(mine
        ? {
            actions: (
              <Button size="small" busy={withdraw.isPending} busyLabel={t('withdrawing')} onClick={run}>
                {t('withdraw')}
              </Button>
            ),
          }
        : {})}
    >
      {t('by', { who: proposedBy, date: f.dateTime(proposedAt, 'dayMonthTime') })}
    </Note>
  );
}

type ConfirmationProps = {
  readonly user: CustomerDetails;
  readonly open: boolean;
  readonly what: CustomerChange;
  readonly onDone: () => void;
};

/** Asks before the change and confirms it with a toast. */
function Confirmation({ open, user, what, onDone }: ConfirmationProps) {
  const t = useMessages(operatorsMessages.user);
  const f = useFormat();
  const change = useChangeCustomer();
  const { id: userId, email } = user;
  // One's own password link is no change of an operator: everybody may ask for one.
  const proposes = (user.isOperator && !user.isSelf) || what === 'unfreeze';
  const minutes = f.integer(PASSWORD_RESET_LIFETIME_MS / 60_000);
  const words = proposes && what !== 'unfreeze' ? 'propose' : what;
  const confirm = (reason: string) =>
    afterwards(change.mutateAsync({ userId, change: what, proposes, reason }), {
      onSuccess() {
        const message = t(`${words}.doneText`, { email });
        showToast({ type: 'success', title: t(`${words}.done`), message });
        onDone();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t(`${what}.title`)}
      about={`${user.fullName} (${user.email})`}
      text={t(`${words}.text`, { email, minutes })}
      submit={t(`${words}.submit`)}
      busyLabel={t(`${words}.busy`)}
      danger={what === 'suspend' || what === 'resetTwoStep'}
      reason={{ label: t('reason.label'), hint: t('reason.hint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
}
