// Account, Payouts: the accounts that money may go to, what each waits for, and adding or removing one.

import { useRef, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { Hold, PayoutAccount } from '../../../../worker/contract/withdrawals.ts';
import { PAYOUT_ACCOUNTS_MAX, type PayoutAccountStatus } from '../../../../worker/domain/payout-accounts.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { AddedNote } from './account-step.tsx';
import { ClosedNote, isClosed } from './closed-note.tsx';
import { HoldList } from './hold-list.tsx';
import { type AddedAccount, PayoutAccountForm } from './payout-account-form.tsx';
import { usePayoutAccounts, useRemovePayoutAccount, useWithdrawalTerms } from './queries.ts';
import '../../../styles/account.css';

export function PayoutCards() {
  const t = useMessages(withdrawalsMessages);
  const list = usePayoutAccounts();
  const terms = useWithdrawalTerms();
  const region = useRef<HTMLElement>(null);
  const accounts = list.data?.accounts;
  const isFull = (accounts?.filter(({ status }) => status !== 'refused').length ?? 0) >= PAYOUT_ACCOUNTS_MAX;
  return (
    <>
      <Card
        ref={region}
        tabIndex={-1}
        title={t('page.title')}
        className="safety-card"
        aria-busy={list.isPending}
        aside={
          <LinkButton to="/dashboard?withdraw=1" size="small">
            {t('page.withdraw')}
          </LinkButton>
        }
      >
        {accounts === undefined ? (
          list.isError ? (
            <ErrorState
              title={t('page.error.title')}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            >
              {t('page.error.text')}
            </ErrorState>
          ) : (
            <div className="account-panel-skeleton safety-note">
              <Skeleton shape="line" />
              <Skeleton shape="line" />
            </div>
          )
        ) : accounts.length === 0 ? (
          <EmptyState title={t('page.empty')}>{t('account.none')}</EmptyState>
        ) : (
          <ul className="safety-list">
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                holds={terms.data?.accounts.find(({ id }) => id === account.id)?.holds ?? []}
                isByWireAlone={terms.data?.isByWireAlone ?? false}
                onGone={() => region.current?.focus()}
              />
            ))}
          </ul>
        )}
        {isFull && <p className="safety-foot small quiet">{t('page.most', { n: PAYOUT_ACCOUNTS_MAX })}</p>}
      </Card>
      {terms.data !== undefined && terms.data.holds.length > 0 && (
        <HoldList title={t('page.holds')} holds={terms.data.holds} />
      )}
      {terms.data === undefined ? (
        terms.isError && <ProblemNotice error={terms.error} onRetry={() => void terms.refetch()} />
      ) : isClosed(terms.data) ? (
        <ClosedNote terms={terms.data} />
      ) : (
        accounts !== undefined && !isFull && <AddCard terms={terms.data} />
      )}
    </>
  );
}

function AddCard({ terms }: Pick<Parameters<typeof PayoutAccountForm>[0], 'terms'>) {
  const t = useMessages(withdrawalsMessages);
  const [added, setAdded] = useState<AddedAccount | null>(null);
  return (
    <Card padded title={t('form.title')}>
      <div className="stack">
        {added !== null && <AddedNote account={added} />}
        {/* A new form for the next one. */}
        <PayoutAccountForm key={added?.id} terms={terms} onAdded={setAdded} />
      </div>
    </Card>
  );
}

const TONES: Readonly<Record<PayoutAccountStatus, BadgeTone>> = {
  checking: 'pending',
  waiting: 'pending',
  active: 'success',
  refused: 'failed',
  removed: 'neutral',
};

type AccountRowProps = {
  readonly account: PayoutAccount;
  readonly holds: readonly Hold[];
  readonly isByWireAlone: boolean;
  readonly onGone: () => void;
};

function AccountRow({ account, holds, isByWireAlone, onGone }: AccountRowProps) {
  const t = useMessages(withdrawalsMessages);
  const f = useFormat();
  const [asked, setAsked] = useState(false);
  const { method, masked, isTest, createdAt } = account;
  // One that was the customer's before he was known by a passport takes nothing any more.
  const refusal = account.refusal ?? (isByWireAlone && method !== 'wire' ? 'cpf' : null);
  const status = refusal === null ? account.status : 'refused';
  const name = `${t(`methods.${method}`)}, ${masked}`;
  const until = refusal === null ? holds[0]?.until : undefined;
  return (
    <li className="safety-row">
      <div className="safety-what">
        <p className="safety-name">
          {name} <Badge tone={TONES[status]}>{t(`page.statuses.${status}`)}</Badge>{' '}
          {isTest && <Badge tone="held">{t('page.test')}</Badge>}
        </p>
        <p className="small quiet">
          {t('page.since', { date: f.dateTime(createdAt, 'dayMonthYear') })}
          {until !== undefined && ` · ${t('page.held', { until: f.dateTime(until, 'dayMonthTime') })}`}
          {refusal !== null && ` · ${t(`account.refused.${refusal}`)}`}
        </p>
      </div>
      <Button
        size="small"
        aria-label={t('page.removeNamed', { account: name })}
        onClick={() => setAsked(true)}
      >
        {t('page.remove')}
      </Button>
      <RemoveQuestion
        open={asked}
        id={account.id}
        name={name}
        onClose={() => setAsked(false)}
        onGone={onGone}
      />
    </li>
  );
}

type RemoveQuestionProps = {
  readonly open: boolean;
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onGone: () => void;
};

function RemoveQuestion({ open, id, name, onClose, onGone }: RemoveQuestionProps) {
  const t = useMessages(withdrawalsMessages);
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useRemovePayoutAccount();
  const run = () =>
    afterwards(remove.mutateAsync(id), {
      onSuccess() {
        showToast({ type: 'success', title: t('page.removed') });
        onClose();
        onGone();
      },
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('page.question.title')}
      width="narrow"
      locked={remove.isPending}
      initialFocus={keep}
    >
      <div className="stack">
        <p>{t('page.question.text', { account: name })}</p>
        {remove.error !== null && <ProblemNotice error={remove.error} />}
        <div className="dialog-buttons">
          <Button ref={keep} onClick={onClose}>
            {t('page.question.keep')}
          </Button>
          <Button variant="danger" busy={remove.isPending} busyLabel={t('page.removing')} onClick={run}>
            {t('page.question.submit')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
