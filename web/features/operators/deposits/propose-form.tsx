// What can be proposed about a deposit as it stands, with the evidence that another operator will look at.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import type {
  DepositDetails,
  DepositProposalRequest,
} from '../../../../worker/contract/operators/deposits.ts';
import {
  type DisputeProposalKind,
  fitsDispute,
  STRAY_PROPOSALS,
} from '../../../../worker/domain/deposit-work.ts';
import type { DepositProposalKind } from '../../../../worker/domain/operator-proposals.ts';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { ProposeSection, useEvidence } from '../frame/propose-section.tsx';
import { useTypedAmount } from '../frame/typed-amount.tsx';
import { useProposeAboutDeposit } from './queries.ts';

/** Nothing while another proposal about it is open. */
export function ProposeAboutDeposit({ details }: { readonly details: DepositDetails }) {
  const t = useMessages(messages.propose);
  const { deposit, proposable } = details;
  return (
    <ProposeSection
      title={t('title')}
      begin={t('begin')}
      first={deposit.proposed ? undefined : proposable[0]}
    >
      {(first, onDone) => <Form key={first} details={details} first={first} onDone={onDone} />}
    </ProposeSection>
  );
}

type FormProps = {
  readonly details: DepositDetails;
  readonly first: DepositProposalKind;
  readonly onDone: () => void;
};

function Form({ details, first, onDone }: FormProps) {
  const t = useMessages(messages);
  const { deposit, proposable } = details;
  const propose = useProposeAboutDeposit(deposit.id);
  const [chosen, setChosen] = useState<DepositProposalKind>(first);
  const { reference, isNamed, field } = useEvidence();
  const f = useFormat();
  // What the bank took: all that is left, or a part of it.
  const { currency, leftCents } = deposit.paid;
  const part = useTypedAmount(currency, leftCents, leftCents);
  const [disputeId, setDisputeId] = useState('');
  const [strayId, setStrayId] = useState('');
  // What it stood for may have gone meanwhile.
  const kind = proposable.includes(chosen) ? chosen : first;
  const disputes = disputesFor(kind, deposit.disputes);
  const dispute = disputes.find(({ id }) => id === disputeId) ?? disputes[0];
  const strays = straysFor(kind, deposit);
  const stray = strays.find(({ id }) => id === strayId) ?? strays[0];
  const onSuccess = () => {
    showToast({ type: 'success', title: t('propose.done'), message: t('propose.doneText') });
    onDone();
  };
  const request = (reason: string): DepositProposalRequest | null => {
    const evidence = { reference, reason };
    switch (kind) {
      case 'charge-back':
        return part.cents === null ? null : { kind, amountCents: part.cents, ...evidence };
      case 'charge-back-won':
      case 'debt-collect':
      case 'debt-forgive':
        return dispute === undefined ? null : { kind, disputeId: dispute.id, ...evidence };
      case 'deposit-arrived':
      case 'deposit-return':
      case 'deposit-keep':
        return stray === undefined ? null : { kind, strayId: stray.id, ...evidence };
      default:
        return { kind, ...evidence };
    }
  };
  return (
    <ProposalForm
      texts={{
        reason: t('propose.reason'),
        reasonHint: t('propose.reasonHint'),
        reasonMissing: t('propose.reasonMissing'),
        cancel: t('propose.cancel'),
        submit: t('propose.submit'),
        busy: t('propose.busy'),
      }}
      isComplete={isNamed && request('') !== null}
      busy={propose.isPending}
      error={propose.error}
      onPropose={(reason) => {
        const asked = request(reason);
        if (asked !== null) afterwards(propose.mutateAsync(asked), { onSuccess });
      }}
      onCancel={onDone}
    >
      {(tried) => (
        <>
          <Select
            label={t('propose.what')}
            value={kind}
            options={proposable.map((value) => ({ value, label: t(`kinds.${value}.name`) }))}
            onChange={setChosen}
          />
          <p className="small">{t(`kinds.${kind}.text`)}</p>
          {kind === 'charge-back' &&
            part.field(
              {
                label: t('propose.amount'),
                hint: t('propose.amountHint', { most: f.money(leftCents, currency) }),
                wrong: t('propose.amountWrong', { most: f.money(leftCents, currency) }),
              },
              tried,
            )}
          {dispute !== undefined && (
            <Select
              label={t('propose.dispute')}
              value={dispute.id}
              options={disputes.map(({ id, caseNumber }) => ({ value: id, label: caseNumber }))}
              onChange={setDisputeId}
            />
          )}
          {stray !== undefined && (
            <Select
              label={t('propose.payment')}
              value={stray.id}
              options={strays.map(({ id, cents, at }) => ({
                value: id,
                label: t('propose.paymentOption', {
                  amount: f.money(cents),
                  time: f.dateTime(at, 'dayMonthTime'),
                }),
              }))}
              onChange={setStrayId}
            />
          )}
          {field(
            {
              label: t(kind === 'charge-back' ? 'propose.case' : 'propose.reference'),
              hint: t(kind === 'charge-back' ? 'propose.caseHint' : 'propose.referenceHint'),
              missing: t('propose.referenceMissing'),
            },
            tried,
          )}
        </>
      )}
    </ProposalForm>
  );
}

/** The payments that wait and that a proposal of this kind may name: what is credited as what arrived is of another amount. */
function straysFor(kind: DepositProposalKind, { strays, paid }: DepositDetails['deposit']) {
  if (!STRAY_PROPOSALS.some((one) => one === kind)) return [];
  return strays.filter(
    ({ end, cents }) => end === null && (kind !== 'deposit-arrived' || cents !== paid.cents),
  );
}

const DISPUTE_KINDS: Readonly<Partial<Record<DepositProposalKind, DisputeProposalKind>>> = {
  'charge-back-won': 'charge-back-won',
  'debt-collect': 'debt-collect',
  'debt-forgive': 'debt-forgive',
};

function disputesFor(kind: DepositProposalKind, disputes: DepositDetails['deposit']['disputes']) {
  const about = DISPUTE_KINDS[kind];
  if (about === undefined) return [];
  return disputes.filter(({ owedCents, wonAt }) => fitsDispute(about, { owedCents, isWon: wonAt !== null }));
}
