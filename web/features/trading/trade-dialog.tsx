// The trade ticket: the order on the left, the money on the right. Every price in it comes from the server. An order
// goes out only for a quote that the customer has seen, and ends in a receipt, a refusal or an explicit "unknown".

import { type ReactNode, type RefObject, use, useMemo, useRef } from 'react';
import type { TicketOrder } from '../../../worker/domain/ticket-path.ts';
import { type Rate, RateContext, useDisplay } from '../../i18n/display.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { useFocusOnReturn } from './amount-focus.ts';
import { EditPanel, ExpiredPanel, QuotePanel } from './cost-panel.tsx';
import { Focused } from './focused.tsx';
import { type Market, positionIn, stockObstacle, useMarket } from './market.ts';
import { MoneyDialog } from './money-dialog.tsx';
import {
  type Draft,
  isPositive,
  openingDraft,
  type CostedPosition,
  type Preview,
  previewOrder,
  quoteRequest,
  readSize,
} from './order.ts';
import { OrderForm } from './order-form.tsx';
import { OrderSummary } from './order-summary.tsx';
import { RefusedPanel, UnknownPanel } from './outcome-panels.tsx';
import { Receipt, useReceiptTitle } from './receipt.tsx';
import type { LivePortfolio } from './revalue.ts';
import { type HeldQuote, mayClose } from './ticket.ts';
import { type TicketActions, type TradeTicket, useTicket } from './use-ticket.ts';

type TradeDialogProps = {
  readonly open: boolean;
  /** What the address names. */
  readonly order: TicketOrder;
  readonly portfolio: LivePortfolio;
  /** The state of the price stream, beside the live price. */
  readonly badge: ReactNode;
  readonly onClose: () => void;
  readonly onDeposit: () => void;
  readonly onSeeBonus: () => void;
  readonly onSeeTransactions: () => void;
};

/** The caller mounts a new one for each opening, so that nothing typed or quoted is left over. */
export function TradeDialog(props: TradeDialogProps) {
  const t = useMessages(ordersMessages.trade);
  const receiptTitle = useReceiptTitle();
  const units = { currency: useDisplay().leads, weight: useWeightUnit() };
  const live = use(RateContext) ?? null;
  const [ticket, actions] = useTicket(openingDraft(props.order, useLocale(), units, live));
  const { draft, stage } = ticket;
  const amount = useRef<HTMLInputElement>(null);
  const done = stage.name === 'receipt';
  return (
    <MoneyDialog
      open={props.open}
      onClose={props.onClose}
      title={done ? receiptTitle(stage.receipt.transaction) : t(`title.${draft.side}.${draft.metal}`)}
      shows={done ? 'receipt' : 'halves'}
      locked={!mayClose(stage)}
      amountRef={amount}
    >
      <TicketBody {...props} ticket={ticket} actions={actions} amount={amount} />
    </MoneyDialog>
  );
}

type TicketBodyProps = TradeDialogProps & {
  readonly ticket: TradeTicket;
  readonly actions: TicketActions;
  readonly amount: RefObject<HTMLInputElement | null>;
};

export function TicketBody(props: TicketBodyProps) {
  const { ticket, actions, portfolio, amount } = props;
  const { draft, stage } = ticket;
  const current = useMemo(() => positionIn(portfolio, draft.metal), [portfolio, draft.metal]);
  const { market, preview, request, rate } = useOrder(draft, current);
  const ask = () => {
    if (request !== null) actions.ask({ request, rate });
  };
  useFocusOnReturn(stage.name === 'editing' || (stage.name === 'quoting' && stage.previous === null), amount);

  const form = (error: unknown, asking: boolean) => (
    <form
      className="ticket"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <OrderForm
        draft={draft}
        preview={preview}
        market={market}
        position={current}
        amountRef={amount}
        onEdit={actions.edit}
        onSeeBonus={props.onSeeBonus}
      />
      <div className="ticket-money">
        <EditPanel
          draft={draft}
          preview={preview}
          market={market}
          position={current}
          badge={props.badge}
          error={error}
          asking={asking}
          disabled={request === null || market.obstacle !== null}
          onDeposit={props.onDeposit}
        />
      </div>
    </form>
  );
  const expired = (held: HeldQuote, error: unknown, asking: boolean) => (
    <Settled stage="expired" order={{ ...held.quote, ...preview?.order }} position={current}>
      <ExpiredPanel
        held={held}
        preview={preview}
        market={market}
        position={current}
        error={error}
        asking={asking}
        onAsk={ask}
        onBack={actions.back}
      />
    </Settled>
  );
  const quoted = (held: HeldQuote, position: CostedPosition, retries: number | null) => (
    <Settled stage="quoted" rate={held.rate} order={held.quote} position={position}>
      <QuotePanel
        held={held}
        position={position}
        retries={retries}
        onTimeUp={actions.timeUp}
        onConfirm={() => actions.confirm(current)}
        onBack={actions.back}
      />
    </Settled>
  );
  switch (stage.name) {
    case 'editing':
      return form(stage.error, false);
    case 'quoting':
      return stage.previous === null ? form(null, true) : expired(stage.previous, null, true);
    case 'expired':
      return expired(stage.held, stage.error, false);
    case 'quoted':
      return quoted(stage.held, current, null);
    case 'confirming':
      return quoted(stage.held, ticket.before ?? current, stage.retries);
    case 'refused':
      return (
        <Settled stage="refused" order={stage.held.quote} position={ticket.before ?? current}>
          <RefusedPanel held={stage.held} error={stage.error} onBack={actions.back} />
        </Settled>
      );
    case 'unknown':
      return (
        <Settled stage="unknown" order={stage.held.quote} position={ticket.before ?? current}>
          <UnknownPanel
            held={stage.held}
            onSendAgain={actions.sendAgain}
            onSeeTransactions={props.onSeeTransactions}
          />
        </Settled>
      );
    case 'receipt':
      return (
        <Focused>
          <Receipt
            transaction={stage.receipt.transaction}
            portfolio={stage.receipt.portfolio}
            rate={stage.rate}
            replayed={stage.replayed}
            actions={<ReceiptActions onClose={props.onClose} onAnother={actions.startOver} />}
          />
        </Focused>
      );
  }
}

type Request = NonNullable<ReturnType<typeof quoteRequest>>;

type OrderNow = {
  readonly market: Market;
  readonly preview: Preview | null;
  readonly request: Request | null;
  readonly rate: Rate | null;
};

/** The market, the typed order, its cost at the live price, and the request for a quote; null where there is none. */
function useOrder(draft: Draft, position: CostedPosition): OrderNow {
  const locale = useLocale();
  const rate = use(RateContext) ?? null;
  const market = useMarket(draft.metal);
  const priceCents = market.priceOf(draft.metal);
  const order = useMemo((): Pick<OrderNow, 'preview' | 'request'> => {
    const read = readSize(draft, locale, rate);
    if (!read.ok) return { preview: null, request: null };
    const preview = priceCents === null ? null : previewOrder(draft.side, read.size, priceCents, position);
    const refused = preview !== null && preview.refusal !== null;
    const request = refused || !isPositive(read.size) ? null : quoteRequest(draft, read.size);
    return { preview, request };
  }, [draft, locale, priceCents, position, rate]);
  const lacking = stockObstacle(draft, order.preview?.order?.ouncesE4 ?? null, market.freeStockE4);
  return { ...order, rate, market: { ...market, obstacle: market.obstacle ?? lacking } };
}

type SettledProps = Parameters<typeof OrderSummary>[0] & {
  /** Another stage takes the focus. */
  readonly stage: 'quoted' | 'expired' | 'refused' | 'unknown';
  /** Of the held quote, as long as it holds; live otherwise. */
  readonly rate?: Rate | null;
  readonly children: ReactNode;
};

/** From the quote on: the order on the left, its next steps on the right. */
function Settled({ stage, rate, order, position, children }: SettledProps) {
  const live = use(RateContext);
  return (
    <RateContext value={rate === undefined ? live : rate}>
      <div className="ticket">
        <OrderSummary order={order} position={position} />
        <div className="ticket-money">
          <Focused key={stage}>{children}</Focused>
        </div>
      </div>
    </RateContext>
  );
}

type ReceiptActionsProps = { readonly onClose: () => void; readonly onAnother: () => void };

function ReceiptActions({ onClose, onAnother }: ReceiptActionsProps) {
  const t = useMessages(ordersMessages.trade);
  return (
    <>
      <Button variant="primary" full onClick={onClose}>
        {t('seePortfolio')}
      </Button>
      <Button full onClick={onAnother}>
        {t('another')}
      </Button>
    </>
  );
}
