// The right half of the ticket: the money, in each stage.

import type { ReactNode } from 'react';
import { useMoneyText } from '../../i18n/money-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Value } from '../../ui/value.tsx';
import { QUOTE_LIFETIME_MS } from '../../../worker/domain/limits.ts';
import { CostRows } from './cost-rows.tsx';
import type { Market } from './market.ts';
import type { Draft, CostedPosition, Preview } from './order.ts';
import { OrderLine } from './order-summary.tsx';
import type { HeldQuote } from './ticket.ts';

type EditPanelProps = {
  readonly draft: Draft;
  readonly preview: Preview | null;
  readonly market: Market;
  readonly position: CostedPosition;
  readonly badge: ReactNode;
  readonly error: unknown;
  readonly asking: boolean;
  readonly disabled: boolean;
  readonly onDeposit: () => void;
};

export function EditPanel(props: EditPanelProps) {
  const { draft, preview, market, position } = props;
  const t = useMessages(ordersMessages.trade);
  const priceCents = market.priceOf(draft.metal);
  const lacksFunds = preview?.refusal === 'InsufficientFunds';
  return (
    <div className="ticket-state" data-state="edit">
      <PriceHead label={t('priceNow')} priceCents={priceCents} beside={props.badge} />
      <CostRows
        side={draft.side}
        metal={draft.metal}
        order={preview?.order ?? null}
        priceCents={priceCents}
        position={position}
      />
      <div className="ticket-notes">
        {props.error === null ? (
          market.obstacle !== null && <ProblemNotice error={market.obstacle} />
        ) : (
          <ProblemNotice error={props.error} />
        )}
      </div>
      <SubmitButton disabled={props.disabled && !props.asking} busy={props.asking} busyLabel={t('asking')}>
        {t('ask')}
      </SubmitButton>
      {lacksFunds ? (
        <Button variant="ghost" full onClick={props.onDeposit}>
          {t('addFunds')}
        </Button>
      ) : (
        <p className="small quiet ticket-hold">{t('holdNote', { seconds: QUOTE_LIFETIME_MS / 1_000 })}</p>
      )}
    </div>
  );
}

type PriceHeadProps = {
  readonly label: string;
  readonly priceCents: number | null;
  readonly beside: ReactNode;
};

function PriceHead({ label, priceCents, beside }: PriceHeadProps) {
  return (
    <div className="ticket-price">
      <div>
        <span className="small muted">{label}</span>
        <div className="ticket-price-figure">
          <Value cents={priceCents} big />
        </div>
      </div>
      {beside}
    </div>
  );
}

type QuotePanelProps = {
  readonly held: HeldQuote;
  readonly position: CostedPosition;
  /** The number of retries of the sent order; null before the confirmation. */
  readonly retries: number | null;
  readonly onTimeUp: () => void;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

export function QuotePanel(props: QuotePanelProps) {
  const { held, position, retries } = props;
  const { quote } = held;
  const t = useMessages(ordersMessages.trade);
  const confirming = retries !== null;
  return (
    <div className="ticket-state" data-state="quote">
      <OrderLine order={quote} onEdit={confirming ? null : props.onBack} />
      <PriceHead
        label={t('priceHeld')}
        priceCents={quote.priceCents}
        beside={
          !confirming && (
            <CountdownRing endsAt={held.deadline} totalMs={QUOTE_LIFETIME_MS} onEnd={props.onTimeUp} />
          )
        }
      />
      <CostRows
        side={quote.side}
        metal={quote.metal}
        order={quote}
        priceCents={quote.priceCents}
        position={position}
        rateOf="quote"
      />
      <div className="ticket-notes">
        {retries !== null && retries > 0 && (
          <Note tone="warning" role="alert">
            {t('retrying')}
          </Note>
        )}
      </div>
      <Button
        variant="primary"
        size="large"
        full
        busy={confirming}
        busyLabel={t('confirming')}
        onClick={props.onConfirm}
      >
        {t(`confirm.${quote.side}`)}
      </Button>
      <Button variant="ghost" full disabled={confirming} onClick={props.onBack}>
        {t('back')}
      </Button>
    </div>
  );
}

type ExpiredPanelProps = {
  readonly held: HeldQuote;
  /** The cost of the same order at the live price; null without one. */
  readonly preview: Preview | null;
  readonly market: Market;
  readonly position: CostedPosition;
  readonly error: unknown;
  readonly asking: boolean;
  readonly onAsk: () => void;
  readonly onBack: () => void;
};

export function ExpiredPanel(props: ExpiredPanelProps) {
  const { held, preview, market, position, error, asking } = props;
  const { quote } = held;
  const t = useMessages(ordersMessages.trade);
  const priceCents = market.priceOf(quote.metal);
  const order = preview?.order ?? null;
  const canUse = order !== null && priceCents !== null && market.obstacle === null;
  const explained = !canUse ? 'unknown' : priceCents === quote.priceCents ? 'same' : 'compare';
  return (
    <div className="ticket-state" data-state="expired">
      <OrderLine order={quote} onEdit={props.onBack} />
      <Note tone="warning" title={t(`expired.${quote.side}`)} role="alert">
        {t(`expired.${explained}`)}
      </Note>
      {canUse && (
        <>
          <OldAndNew held={held} priceCents={priceCents} totalCents={order.totalCents} />
          <Difference cents={order.totalCents - quote.totalCents} />
          <CostRows
            side={quote.side}
            metal={quote.metal}
            order={order}
            priceCents={priceCents}
            position={position}
            short
          />
        </>
      )}
      <div className="ticket-notes">{error !== null && <ProblemNotice error={error} />}</div>
      <Button
        variant="primary"
        size="large"
        full
        disabled={!canUse && !asking}
        busy={asking}
        busyLabel={t('asking')}
        onClick={props.onAsk}
      >
        {t('useNew')}
      </Button>
      <Button variant="ghost" full onClick={props.onBack}>
        {t('back')}
      </Button>
    </div>
  );
}

type OldAndNewProps = {
  readonly held: HeldQuote;
  readonly priceCents: number;
  readonly totalCents: number;
};

/** Both at one rate, that of now: what differs is the price. */
function OldAndNew({ held, priceCents, totalCents }: OldAndNewProps) {
  const t = useMessages(ordersMessages.trade);
  const money = useMoneyText();
  return (
    <div className="old-new">
      <div>
        <span className="small">{t('oldPrice')}</span>
        <s className="num">
          <Value cents={held.quote.priceCents} />
        </s>
        <span className="tiny num">{t('totalOf', { total: money(held.quote.totalCents) })}</span>
      </div>
      <div className="old-new-new">
        <span className="small">{t('newPrice')}</span>
        <b className="num">
          <Value cents={priceCents} />
        </b>
        <span className="tiny num">{t('totalOf', { total: money(totalCents) })}</span>
      </div>
    </div>
  );
}

function Difference({ cents }: { readonly cents: number }) {
  const t = useMessages(ordersMessages.trade);
  const money = useMoneyText();
  if (cents === 0) return null;
  return (
    <p className="small">
      <b className="num">{money(cents, 'always')}</b>{' '}
      <span className="muted">{t(cents > 0 ? 'more' : 'less')}</span>
    </p>
  );
}
