// Payments that went back by hand because their bank refuses to send them: one operator records it, another books it (P104).

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import type { HandRefund, ReaisPayment } from '../../../../worker/contract/operators/reais.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { Allowed } from '../frame/may.tsx';
import { PROPOSAL_TONES } from '../frame/proposal-filter.tsx';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { ProposedRows } from '../frame/proposed-rows.tsx';
import { ProposeSection, useEvidence } from '../frame/propose-section.tsx';
import { reaisQuery, useDecideHandRefund, useProposeHandRefund } from './queries.ts';
import type { RefundQuestion } from './refund-confirmation.tsx';

const keyOf = ({ gateway, id }: Pick<ReaisPayment, 'gateway' | 'id'>): string => `${gateway} ${id}`;

type HandRefundsCardProps = { readonly onAsk: (question: RefundQuestion) => void };

/** Nothing is shown while nothing is held and nothing went back by hand. */
export function HandRefundsCard({ onAsk }: HandRefundsCardProps) {
  const t = useMessages(messages.byHand);
  const f = useFormat();
  const decide = useDecideHandRefund();
  const { data } = usePages(reaisQuery());
  const rows = data?.pages.flatMap(({ byHand }) => byHand) ?? [];
  const waiting = new Set(
    rows
      .filter(({ state }) => state === 'open')
      .map(({ gateway, paymentId }) => keyOf({ gateway, id: paymentId })),
  );
  const held = (data?.pages.flatMap(({ payments }) => payments) ?? []).filter(
    (payment) => payment.heldAt !== null && !waiting.has(keyOf(payment)),
  );
  if (rows.length === 0 && held.length === 0) return null;
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        <p className="small muted">{t('text')}</p>
        <Allowed to="deposits.propose">
          <ProposeSection title={t('propose.title')} begin={t('propose.begin')} first={held[0]}>
            {(first, onDone) => <Form first={first} held={held} onDone={onDone} />}
          </ProposeSection>
        </Allowed>
        <ProposedRows
          rows={rows}
          approve={t('book.button')}
          decide={decide}
          show={(row) => ({
            heading: f.money(row.brlCents, 'BRL'),
            badge: { tone: PROPOSAL_TONES[row.state], label: t(`states.${row.state}`) },
            terms: [
              { label: t('payment'), text: `${row.paymentId}, ${row.gateway}` },
              { label: t('reference'), text: row.reference },
              { label: t('reason'), text: row.reason },
            ],
          })}
          renderBeside={(row) => <Twice row={row} onAsk={onAsk} />}
          ask={(row, how) => {
            const what = how === 'approve' ? 'book' : 'drop';
            return {
              about: `${f.money(row.brlCents, 'BRL')}, ${row.paymentId} (${row.reference})`,
              title: t(`${what}.title`),
              text: t(`${what}.text`),
              submit: t(`${what}.submit`),
              done: t(`${what}.done`),
            };
          }}
        />
      </div>
    </Card>
  );
}

type TwiceProps = { readonly row: HandRefund } & HandRefundsCardProps;

/** The bank says that it sent it as well. */
function Twice({ row, onAsk }: TwiceProps) {
  const t = useMessages(messages.byHand);
  const f = useFormat();
  const { id: proposal, gateway, paymentId: id, brlCents, bankSaidAt, answeredAt, answeredBy, answer } = row;
  if (bankSaidAt === null) return null;
  return (
    <>
      <p className="small">{t('twice', { time: f.dateTime(bankSaidAt, 'dayMonthTime') })}</p>
      {answeredAt === null ? (
        <Allowed to="deposits.decide">
          <p>
            <Button onClick={() => onAsk({ how: 'answer', proposal, gateway, id, brlCents, method: null })}>
              {t('answer')}
            </Button>
          </p>
        </Allowed>
      ) : (
        <p className="small">
          {t('answered', {
            time: f.dateTime(answeredAt, 'dayMonthTime'),
            by: answeredBy ?? '',
            answer: answer ?? '',
          })}
        </p>
      )}
    </>
  );
}

type FormProps = {
  readonly first: ReaisPayment;
  readonly held: readonly ReaisPayment[];
  readonly onDone: () => void;
};

function Form({ first, held, onDone }: FormProps) {
  const t = useMessages(messages.byHand);
  const f = useFormat();
  const propose = useProposeHandRefund();
  const [chosen, setChosen] = useState(keyOf(first));
  const { reference, isNamed, field } = useEvidence();
  const payment = held.find((one) => keyOf(one) === chosen) ?? first;
  const onPropose = (reason: string) => {
    const { gateway, id } = payment;
    afterwards(propose.mutateAsync({ gateway, id, reference, reason }), {
      onSuccess() {
        showToast({ type: 'success', title: t('propose.done') });
        onDone();
      },
    });
  };
  return (
    <ProposalForm
      texts={{
        reason: t('reason'),
        reasonHint: t('propose.reasonHint'),
        reasonMissing: t('propose.reasonMissing'),
        cancel: t('propose.cancel'),
        submit: t('propose.submit'),
        busy: t('propose.busy'),
      }}
      isComplete={isNamed}
      busy={propose.isPending}
      error={propose.error}
      onPropose={onPropose}
      onCancel={onDone}
    >
      {(tried) => (
        <>
          <Select
            label={t('propose.which')}
            value={keyOf(payment)}
            options={held.map((one) => ({
              value: keyOf(one),
              label: t('one', { amount: f.money(one.brlCents, 'BRL'), id: one.id }),
            }))}
            onChange={setChosen}
          />
          {field(
            {
              label: t('propose.reference'),
              hint: t('propose.referenceHint'),
              missing: t('propose.referenceMissing'),
            },
            tried,
          )}
        </>
      )}
    </ProposalForm>
  );
}
