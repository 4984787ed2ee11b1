// What treasury did at the bank: one operator records an exchange or a tax that was paid, another books it (P103).

import { Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { TreasuryOrder, TreasuryOrderRequest } from '../../../../worker/contract/operators/treasury.ts';
import {
  orderRateE4,
  TREASURY_ORDER_KINDS,
  TREASURY_ORDER_MAX_CENTS,
  type TreasuryOrderKind,
} from '../../../../worker/domain/treasury.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ListBody } from '../../../ui/list-card.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { Allowed } from '../frame/may.tsx';
import { PROPOSAL_TONES } from '../frame/proposal-filter.tsx';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { ProposedRows } from '../frame/proposed-rows.tsx';
import { ProposeSection, useEvidence } from '../frame/propose-section.tsx';
import { useTypedAmount } from '../frame/typed-amount.tsx';
import { ordersQuery, useDecideOrder, useProposeOrder } from './queries.ts';
import { useOrderText } from './use-order-text.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const UndoConfirmation = lazyPart(() => import('./undo-confirmation.tsx'), 'UndoConfirmation');

export function OrdersCard() {
  const t = useMessages(messages.orders);
  const f = useFormat();
  const query = usePages(ordersQuery());
  const taxOwedBrlCents = query.data?.pages[0]?.taxOwedBrlCents;
  const [undoing, setUndoing] = useState<TreasuryOrder | null>(null);
  const opened = useOpening(undoing, undoing?.id ?? null);
  return (
    <Card title={t('title')} padded aria-busy={query.isPending}>
      <div className="stack">
        {taxOwedBrlCents !== undefined && (
          <>
            <p className="small muted">{t('text', { tax: f.money(taxOwedBrlCents, 'BRL') })}</p>
            <Allowed to="treasury.propose">
              <ProposeSection
                title={t('propose.title')}
                begin={t('propose.begin')}
                first={TREASURY_ORDER_KINDS[0]}
              >
                {(first, onDone) => <Form first={first} taxOwedBrlCents={taxOwedBrlCents} onDone={onDone} />}
              </ProposeSection>
            </Allowed>
          </>
        )}
        <ListBody
          query={query}
          rowsOf={(page) => page.orders}
          texts={{
            error: { title: t('error.title'), text: t('error.text') },
            empty: { title: t('empty.title'), text: t('empty.text') },
          }}
          shown={(n) => t.count('shown', n)}
        >
          {(orders) =>
            orders === undefined ? <Skeleton shape="block" /> : <Orders orders={orders} onUndo={setUndoing} />
          }
        </ListBody>
        <Suspense fallback={null}>
          {opened !== null && (
            <UndoConfirmation
              key={opened.number}
              open={opened.open}
              of={opened.value}
              onDone={() => setUndoing(null)}
            />
          )}
        </Suspense>
      </div>
    </Card>
  );
}

type OrdersProps = {
  readonly orders: readonly TreasuryOrder[];
  readonly onUndo: (order: TreasuryOrder) => void;
};

function Orders({ orders, onUndo }: OrdersProps) {
  const t = useMessages(messages.orders);
  const f = useFormat();
  const decide = useDecideOrder();
  const termsOf = useOrderText();
  const nameOf = ({ kind, undoes }: TreasuryOrder) =>
    undoes === null ? t(`kinds.${kind}.name`) : t('undoes', { kind: t(`kinds.${kind}.name`) });
  return (
    <ProposedRows
      rows={orders}
      approve={t('book.button')}
      decide={decide}
      show={(order) => ({
        heading: nameOf(order),
        badge:
          order.undoneBy === null
            ? { tone: PROPOSAL_TONES[order.state], label: t(`states.${order.state}`) }
            : { tone: 'neutral', label: t('states.undone') },
        terms: [
          { label: t('amount'), text: termsOf(order) },
          ...(order.usdCents === null
            ? []
            : [{ label: t('rate'), text: f.rate(orderRateE4(order.usdCents, order.brlCents)) }]),
          { label: t('reference'), text: order.reference },
          { label: t('reason'), text: order.reason },
        ],
      })}
      renderBeside={(order) =>
        order.state === 'approved' &&
        order.undoes === null &&
        order.undoneBy === null && (
          <Allowed to="treasury.propose">
            <p>
              <Button
                size="small"
                aria-label={t('undo.named', { what: `${nameOf(order)}, ${order.reference}` })}
                onClick={() => onUndo(order)}
              >
                {t('undo.button')}
              </Button>
            </p>
          </Allowed>
        )
      }
      ask={(order, how) => {
        const what = how === 'approve' ? 'book' : 'drop';
        return {
          about: `${nameOf(order)}: ${termsOf(order)} (${order.reference})`,
          title: t(`${what}.title`),
          text: t(`${what}.text`),
          submit: t(`${what}.submit`),
          done: t(`${what}.done`),
        };
      }}
    />
  );
}

type FormProps = {
  readonly first: TreasuryOrderKind;
  readonly taxOwedBrlCents: number;
  readonly onDone: () => void;
};

function Form({ first, taxOwedBrlCents, onDone }: FormProps) {
  const t = useMessages(messages.orders);
  const f = useFormat();
  const propose = useProposeOrder();
  const [kind, setKind] = useState(first);
  const { reference, isNamed, field } = useEvidence();
  const isTax = kind === 'tax-paid';
  const mostBrlCents = isTax ? Math.max(taxOwedBrlCents, 0) : TREASURY_ORDER_MAX_CENTS;
  const usd = useTypedAmount('USD', TREASURY_ORDER_MAX_CENTS);
  const brl = useTypedAmount('BRL', mostBrlCents);
  const request = (reason: string): TreasuryOrderRequest | null => {
    if (brl.cents === null) return null;
    const common = { brlCents: brl.cents, reference, reason };
    if (kind === 'tax-paid') return { kind, ...common };
    return usd.cents === null ? null : { kind, usdCents: usd.cents, ...common };
  };
  const onPropose = (reason: string) => {
    const asked = request(reason);
    if (asked === null) return;
    afterwards(propose.mutateAsync(asked), {
      onSuccess() {
        showToast({ type: 'success', title: t('propose.done') });
        onDone();
      },
    });
  };
  const wrong = (currency: 'USD' | 'BRL', mostCents: number) =>
    t('propose.amountWrong', { most: f.money(mostCents, currency) });
  const rate =
    isTax || usd.cents === null || brl.cents === null
      ? t('propose.brlHint')
      : t('propose.rateHint', { rate: f.rate(orderRateE4(usd.cents, brl.cents)) });
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
      isComplete={isNamed && request('') !== null}
      busy={propose.isPending}
      error={propose.error}
      onPropose={onPropose}
      onCancel={onDone}
    >
      {(tried) => (
        <>
          <Select
            label={t('propose.what')}
            value={kind}
            options={TREASURY_ORDER_KINDS.map((value) => ({ value, label: t(`kinds.${value}.name`) }))}
            onChange={setKind}
          />
          <p className="small">{t(`kinds.${kind}.text`)}</p>
          {!isTax &&
            usd.field(
              {
                label: t('propose.usd'),
                hint: t('propose.usdHint'),
                wrong: wrong('USD', TREASURY_ORDER_MAX_CENTS),
              },
              tried,
            )}
          {brl.field(
            {
              label: t('propose.brl'),
              hint: isTax ? t('propose.taxHint', { most: f.money(mostBrlCents, 'BRL') }) : rate,
              wrong: wrong('BRL', mostBrlCents),
            },
            tried,
          )}
          {field(
            {
              label: t('reference'),
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
