// The second step: which of the own accounts, or a new one.

import { type SubmitEvent, useId, useState } from 'react';
import { useMoneyText } from '../../../i18n/money-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { Focused } from '../focused.tsx';
import { type AddedAccount, PayoutAccountForm } from './payout-account-form.tsx';
import { holdsFor, refusalOf, type TermsAccount } from './plan.ts';

type AccountStepProps = {
  readonly terms: WithdrawalTerms;
  readonly amountCents: number;
  readonly isAdding: boolean;
  readonly onAdd: (isAdding: boolean) => void;
  readonly onEditAmount: () => void;
  readonly onContinue: (payoutAccountId: string) => void;
};

export function AccountStep(props: AccountStepProps) {
  const { terms, amountCents, isAdding, onAdd, onEditAmount, onContinue } = props;
  const t = useMessages(withdrawalsMessages);
  const money = useMoneyText();
  const usable = terms.accounts.filter((account) => refusalOf(terms, account, amountCents) === null);
  const [chosen, choose] = useState(usable.length === 1 ? usable[0]?.id : undefined);
  const [added, setAdded] = useState<AddedAccount | null>(null);
  const [tried, setTried] = useState(false);
  const selected = usable.find(({ id }) => id === chosen);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (selected !== undefined) onContinue(selected.id);
  };
  const amount = (
    <p className="withdrawal-amount">
      {t('account.amount', { amount: money(amountCents) })}
      <button type="button" className="link" onClick={onEditAmount}>
        {t('account.change')}
      </button>
    </p>
  );
  if (isAdding || terms.accounts.length === 0) {
    return (
      <Focused key="adding">
        <div className="withdrawal-step">
          {amount}
          {terms.accounts.length === 0 && <p>{t('account.none')}</p>}
          <PayoutAccountForm
            terms={terms}
            onAdded={(account) => {
              setAdded(account);
              choose(account.id);
              onAdd(false);
            }}
            {...(terms.accounts.length === 0 ? {} : { onCancel: () => onAdd(false) })}
          />
        </div>
      </Focused>
    );
  }
  return (
    <Focused key="list">
      <form className="withdrawal-step" noValidate onSubmit={submit}>
        {amount}
        {added !== null && <AddedNote account={added} />}
        <Accounts terms={terms} amountCents={amountCents} chosen={selected?.id} onChoose={choose} />
        <Button onClick={() => onAdd(true)}>{t('account.add')}</Button>
        {tried && selected === undefined && usable.length > 0 && (
          <Note tone="error" role="alert" title={t('account.choose')} />
        )}
        {tried && usable.length === 0 && (
          <Note tone="error" role="alert" title={t('account.noneUsable')}>
            {t('account.noneUsableText')}
          </Note>
        )}
        <SubmitButton>{t('account.continue')}</SubmitButton>
      </form>
    </Focused>
  );
}

/** What the bank said of an account that has just been added. */
export function AddedNote({ account }: { readonly account: AddedAccount }) {
  const t = useMessages(withdrawalsMessages.form.done);
  const { status, masked } = account;
  if (status === 'refused' || status === 'removed') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a note is a block, which <output> cannot hold
    <Note tone={status === 'active' ? 'success' : 'info'} role="status" title={t(`${status}.title`)}>
      {t(`${status}.text`, { account: masked })}
    </Note>
  );
}

type AccountsProps = Pick<AccountStepProps, 'terms' | 'amountCents'> & {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
};

function Accounts({ terms, amountCents, chosen, onChoose }: AccountsProps) {
  const t = useMessages(withdrawalsMessages);
  const name = useId();
  return (
    <fieldset className="deposit-methods">
      <legend className="field-label">{t('account.list')}</legend>
      {terms.accounts.map((account) => {
        const isRefused = refusalOf(terms, account, amountCents) !== null;
        return (
          <label key={account.id} className="deposit-method" data-refused={isRefused || undefined}>
            <input
              type="radio"
              name={name}
              value={account.id}
              checked={account.id === chosen}
              disabled={isRefused}
              onChange={() => onChoose(account.id)}
            />
            <span className="deposit-method-mark" aria-hidden="true" />
            <b>{`${t(`methods.${account.method}`)}, ${account.masked}`}</b>
            <span className="small muted">
              <AccountNote terms={terms} account={account} amountCents={amountCents} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type AccountNoteProps = Pick<AccountsProps, 'terms' | 'amountCents'> & { readonly account: TermsAccount };

/** Why it cannot be chosen; else what it costs, when it arrives, and from when on it may be paid. */
function AccountNote({ terms, account, amountCents }: AccountNoteProps) {
  const t = useMessages(withdrawalsMessages);
  const f = useFormat();
  const money = useMoneyText();
  const method = terms.methods.find((one) => one.method === account.method);
  const refused = refusalOf(terms, account, amountCents);
  if (refused === 'below') {
    return t('account.refused.below', { least: money(method?.minCents ?? 0) });
  }
  if (refused !== null) {
    return t(`account.refused.${refused === 'refused' ? (account.refusal ?? 'other') : refused}`);
  }
  const until = holdsFor(terms, account)[0]?.until;
  const words = t(`terms.${account.method}`, { fee: money(method?.feeCents ?? 0, 'round') });
  return until === undefined
    ? words
    : `${words} ${t('account.held', { until: f.dateTime(until, 'dayMonthTime') })}.`;
}
