// One account that waits: whose it must be, as it was typed, and the decision. Opened with a line in the audit log. Import it lazily, as
// every dialog.

import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import withdrawalsMessages from '#messages/withdrawals.json';
import type {
  PayoutAccountDecision,
  PayoutAccountView,
} from '../../../../worker/contract/operators/payout-accounts.ts';
import { REASON_MAX_CHARACTERS, REASON_MIN_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { OpenedRecord } from '../frame/opened-record.tsx';
import { useDecideAccount, useOpenedAccount } from './queries.ts';
import '../../../styles/operators.css';

type AccountDialogProps = { readonly open: boolean; readonly id: string; readonly onClose: () => void };

export function AccountDialog({ open, id, onClose }: AccountDialogProps) {
  const t = useMessages(messages);
  return (
    <Dialog open={open} onClose={onClose} title={t('accounts.dialog')}>
      <OpenedRecord
        query={useOpenedAccount(id)}
        failed={{ title: t('accounts.unopened.title'), text: t('accounts.unopened.text') }}
      >
        {(account) => (
          <div className="stack">
            <p className="small quiet">{t('accounts.logged')}</p>
            <AccountFacts account={account} />
            <AccountDecision account={account} onDone={onClose} />
          </div>
        )}
      </OpenedRecord>
    </Dialog>
  );
}

function AccountFacts({ account }: { readonly account: PayoutAccountView }) {
  const t = useMessages(messages);
  const words = useMessages(withdrawalsMessages);
  const methods = useMessages(transactionsMessages.methods);
  const { details, owner, fullName, email, method } = account;
  return (
    <Facts>
      <Fact label={t('columns.customer')}>
        {fullName}
        <span className="ledger-second">
          <Email>{email}</Email>
        </span>
      </Fact>
      <Fact label={t('accounts.owner')}>
        {owner.fullName}
        <span className="ledger-second">{owner.masked}</span>
      </Fact>
      <Fact label={t('columns.to')}>{methods(method)}</Fact>
      {details.method === 'pix' && <Fact label={words(`keys.${details.keyType}`)}>{details.key}</Fact>}
      {details.method === 'ted' && (
        <>
          <Fact label={words('form.fields.bank')}>{details.bank}</Fact>
          <Fact label={words('form.fields.branch')}>{details.branch}</Fact>
          <Fact label={words('form.fields.number')}>{details.number}</Fact>
          <Fact label={words('form.kind')}>{words(`form.kinds.${details.kind}`)}</Fact>
        </>
      )}
      {details.method === 'wire' && (
        <>
          <Fact label={words('form.fields.iban')}>{details.iban}</Fact>
          <Fact label={words('form.fields.bic')}>{details.bic}</Fact>
        </>
      )}
    </Facts>
  );
}

type AccountDecisionProps = { readonly account: PayoutAccountView; readonly onDone: () => void };

function AccountDecision({ account, onDone }: AccountDecisionProps) {
  const t = useMessages(messages.accounts);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useDecideAccount(account.id);
  if (account.othersDecide) return <Note tone="info">{t('others')}</Note>;
  const isReady = reason.trim().length >= REASON_MIN_CHARACTERS;
  const send = (decision: PayoutAccountDecision['decision']) => {
    setTried(true);
    if (!isReady || decide.isPending) return;
    afterwards(decide.mutateAsync({ decision, reason: reason.trim() }), {
      onSuccess() {
        showToast({ type: 'success', title: t(`${decision}.done`) });
        onDone();
      },
    });
  };
  return (
    <form className="stack" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
      <TextArea
        label={t('reason')}
        hint={t('reasonHint')}
        rows={3}
        required
        maxLength={REASON_MAX_CHARACTERS}
        value={reason}
        error={tried && !isReady ? t('reasonMissing') : null}
        onChange={({ target }) => setReason(target.value)}
      />
      {decide.error !== null && <ProblemNotice error={decide.error} />}
      <div className="ledger-buttons">
        {(['approve', 'refuse'] as const).map((decision) => (
          <Button
            key={decision}
            variant={decision === 'approve' ? 'primary' : 'secondary'}
            busy={decide.isPending && decide.variables.decision === decision}
            busyLabel={t('busy')}
            onClick={() => send(decision)}
          >
            {t(`${decision}.action`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
