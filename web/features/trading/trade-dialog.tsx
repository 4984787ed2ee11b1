// The trade ticket: left is the order, right is the money. Every price in it is the server's; nothing is bought
// without a quote that the customer has seen, and every order ends in a receipt, a refusal or an honest "unknown".

import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import tradeMessages from '#messages/trade.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { TradeReply } from '../../../worker/contract/trades.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import { EditPanel, ExpiredPanel, QuotePanel } from './cost-panel.tsx';
import { type Account, type Market, positionIn, useMarket } from './market.ts';
import {
  type Draft,
  isPositive,
  type Position,
  type Preview,
  previewOrder,
  quoteRequest,
  readSize,
} from './order.ts';
import { OrderForm } from './order-form.tsx';
import { OrderLetter } from './order-letter.tsx';
import { RefusedPanel, UnknownPanel } from './outcome-panels.tsx';
import { mayClose } from './ticket.ts';
import { type TicketActions, type TradeTicket, useTicket } from './use-ticket.ts';
import '../../styles/trade.css';

/** A receipt as the page draws it: this feature does not know how. */
export type DrawnReceipt = { readonly title: string; readonly body: ReactNode };

type TradeDialogProps = {
  readonly open: boolean;
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly account: Account;
  readonly badge: ReactNode;
  readonly drawReceipt: (reply: TradeReply, replayed: boolean, actions: ReactNode) => DrawnReceipt;
  readonly onClose: () => void;
  readonly onDeposit: () => void;
  readonly onSeeTransactions: () => void;
};

/** Mount it anew for each opening: what was typed and quoted belongs to one opening only. */
export function TradeDialog(props: TradeDialogProps) {
  const t = useMessages(tradeMessages);
  const [ticket, actions] = useTicket(props.side, props.metal);
  const { draft, stage } = ticket;
  const amount = useRef<HTMLInputElement>(null);
  const receipt =
    stage.name === 'receipt'
      ? props.drawReceipt(
          stage.receipt,
          stage.replayed,
          <ReceiptActions onClose={props.onClose} onAnother={actions.startOver} />,
        )
      : null;
  // One dialog from the form to the receipt: a second one would not know where the focus has to return.
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={receipt?.title ?? t(`title.${draft.side}.${draft.metal}`)}
      width={receipt === null ? 'wide' : 'narrow'}
      letter={receipt !== null}
      locked={!mayClose(stage)}
      flush
      {...(hasKeyboard() ? { initialFocus: amount } : {})}
    >
      {receipt === null ? (
        <TicketBody {...props} ticket={ticket} actions={actions} amount={amount} />
      ) : (
        <Focused>{receipt.body}</Focused>
      )}
    </Dialog>
  );
}

type TicketBodyProps = TradeDialogProps & {
  readonly ticket: TradeTicket;
  readonly actions: TicketActions;
  readonly amount: RefObject<HTMLInputElement | null>;
};

/** With the finger, focusing a field would raise a keyboard over half the ticket. */
function hasKeyboard(): boolean {
  return window.matchMedia('(pointer: fine)').matches;
}

function TicketBody(props: TicketBodyProps) {
  const { ticket, actions, account, amount } = props;
  const { draft, stage } = ticket;
  const market = useMarket(draft.metal);
  const position = useMemo(() => positionIn(account, draft.metal), [account, draft.metal]);
  const { preview, request } = useOrder(draft, market, position);
  const editing = stage.name === 'editing' || (stage.name === 'quoting' && stage.previous === null);
  const hasBeenAway = useRef(false);
  useEffect(() => {
    // At the opening the dialog itself places the focus, and remembers where to return it.
    if (!editing) hasBeenAway.current = true;
    else if (hasBeenAway.current && hasKeyboard()) amount.current?.focus();
  }, [editing, amount]);

  if (editing) {
    return (
      <form
        className="ticket"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (request !== null) actions.ask(request);
        }}
      >
        <OrderForm
          draft={draft}
          preview={preview}
          market={market}
          position={position}
          amountRef={amount}
          onEdit={actions.edit}
        />
        <div className="ticket-money">
          <EditPanel
            draft={draft}
            preview={preview}
            market={market}
            position={position}
            badge={props.badge}
            error={stage.name === 'editing' ? stage.error : null}
            asking={stage.name === 'quoting'}
            disabled={request === null || market.obstacle !== null}
            onDeposit={props.onDeposit}
          />
        </div>
      </form>
    );
  }
  return <SettledTicket {...props} market={market} position={position} preview={preview} request={request} />;
}

type Request = NonNullable<ReturnType<typeof quoteRequest>>;

/** The order as typed, what it would cost now, and the request for a quote; null where it cannot be asked for. */
function useOrder(draft: Draft, market: Market, position: Position) {
  const locale = useLocale();
  const priceCents = market.priceOf(draft.metal);
  return useMemo((): { preview: Preview | null; request: Request | null } => {
    const read = readSize(draft, locale);
    if (!read.ok) return { preview: null, request: null };
    const preview = priceCents === null ? null : previewOrder(draft.side, read.size, priceCents, position);
    const refused = preview !== null && preview.refusal !== null;
    const request = refused || !isPositive(read.size) ? null : quoteRequest(draft, read.size);
    return { preview, request };
  }, [draft, locale, priceCents, position]);
}

type SettledTicketProps = TicketBodyProps & {
  readonly market: Market;
  readonly position: Position;
  readonly preview: Preview | null;
  readonly request: Request | null;
};

/** From the quote on: the letter at the left, and what may be done with it at the right. */
function SettledTicket(props: SettledTicketProps) {
  const { ticket, actions, market, preview, request } = props;
  const { stage } = ticket;
  const position = usePositionBefore(props.position, stage.name);
  const again = () => {
    if (request !== null) actions.ask(request);
  };
  if (stage.name === 'editing' || stage.name === 'receipt') return null;
  const held = stage.name === 'quoting' ? stage.previous : stage.held;
  if (held === null) return null;
  const expired = stage.name === 'expired' || stage.name === 'quoting';
  const order = expired && preview?.order ? { ...held.quote, ...preview.order } : held.quote;
  return (
    <div className="ticket">
      <OrderLetter order={order} position={position} />
      <div className="ticket-money">
        <Focused key={expired ? 'expired' : stage.name === 'confirming' ? 'quoted' : stage.name}>
          {expired && (
            <ExpiredPanel
              held={held}
              preview={preview}
              market={market}
              position={position}
              error={stage.name === 'expired' ? stage.error : null}
              asking={stage.name === 'quoting'}
              onAsk={again}
              onBack={actions.back}
            />
          )}
          {(stage.name === 'quoted' || stage.name === 'confirming') && (
            <QuotePanel
              held={held}
              market={market}
              position={position}
              retries={stage.name === 'confirming' ? stage.retries : null}
              onTimeUp={actions.timeUp}
              onConfirm={actions.confirm}
              onBack={actions.back}
            />
          )}
          {stage.name === 'refused' && <RefusedPanel held={held} error={stage.error} onBack={actions.back} />}
          {stage.name === 'unknown' && (
            <UnknownPanel
              held={held}
              onSendAgain={actions.sendAgain}
              onSeeTransactions={props.onSeeTransactions}
            />
          )}
        </Focused>
      </div>
    </div>
  );
}

/**
 * The account as it was before the order went out. While its outcome is awaited the account may already have changed
 * by it, and "after" would count the order twice.
 */
function usePositionBefore(current: Position, stage: string): Position {
  const [before, setBefore] = useState(current);
  const isUnsent = stage === 'quoted' || stage === 'expired' || stage === 'quoting';
  if (isUnsent && before !== current) setBefore(current);
  return isUnsent ? current : before;
}

/**
 * Takes the focus when it appears: the ticket has turned its page and the button that was pressed is gone. The panel
 * and not its button, since an Enter still held down must not confirm what nobody has read.
 */
function Focused({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.closest('.dialog-viewport')?.scrollTo({ top: 0 });
  }, []);
  return (
    <div ref={panel} tabIndex={-1} className="ticket-focus">
      {children}
    </div>
  );
}

type ReceiptActionsProps = { readonly onClose: () => void; readonly onAnother: () => void };

function ReceiptActions({ onClose, onAnother }: ReceiptActionsProps) {
  const t = useMessages(tradeMessages);
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
