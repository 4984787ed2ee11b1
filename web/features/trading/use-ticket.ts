// Connects the ticket's state machine to the server: one request for a quote per round, one intent per order.

import { useCallback, useReducer } from 'react';
import { moneyIntent, UnknownOutcomeError } from '../../api/money-intent.ts';
import type { TradeReply } from '../../../worker/contract/trades.ts';
import { type QuoteAsked, useAskQuote, usePlaceOrder } from './mutations.ts';
import type { Draft, CostedPosition } from './order.ts';
import { openTicket, type Ticket, ticketAfter, type TicketEvent, type TradeIntent } from './ticket.ts';

export type TradeTicket = Ticket<TradeReply>;

export type TicketActions = {
  readonly edit: (draft: Partial<Draft>) => void;
  readonly ask: (asked: QuoteAsked) => void;
  readonly timeUp: () => void;
  readonly back: () => void;
  /** `position`: of the traded metal, right before the order goes out. */
  readonly confirm: (position: CostedPosition) => void;
  readonly sendAgain: () => void;
  readonly startOver: () => void;
};

export function useTicket(opening: Draft): readonly [TradeTicket, TicketActions] {
  const [ticket, dispatch] = useReducer(
    (state: TradeTicket, event: TicketEvent<TradeReply>) => ticketAfter(state, event),
    null,
    () => openTicket<TradeReply>(opening),
  );
  const { mutateAsync: askQuote } = useAskQuote();
  const { mutateAsync: placeOrder } = usePlaceOrder();
  const { stage } = ticket;

  async function ask(asked: QuoteAsked): Promise<void> {
    if (stage.name !== 'editing' && stage.name !== 'expired') return;
    const round = ticket.round + 1;
    dispatch({ type: 'ask' });
    try {
      dispatch({ type: 'quote-came', round, held: await askQuote(asked) });
    } catch (error) {
      dispatch({ type: 'quote-failed', round, error });
    }
  }

  async function send(intent: TradeIntent): Promise<void> {
    try {
      const onRetry = (attempt: number) => dispatch({ type: 'retrying', attempt });
      const { value, replayed } = await placeOrder({ intent, onRetry });
      dispatch({ type: 'traded', receipt: value, replayed });
    } catch (error) {
      if (error instanceof UnknownOutcomeError) dispatch({ type: 'reply-lost' });
      else dispatch({ type: 'trade-refused', error });
    }
  }

  function confirm(position: CostedPosition): void {
    if (stage.name !== 'quoted') return;
    const intent = moneyIntent({ quote: stage.held.quote.quote });
    dispatch({ type: 'confirm', intent, position });
    void send(intent);
  }

  function sendAgain(): void {
    if (stage.name !== 'unknown') return;
    dispatch({ type: 'send-again' });
    void send(stage.intent);
  }

  const timeUp = useCallback(() => dispatch({ type: 'time-up' }), []);
  return [
    ticket,
    {
      edit: (draft) => dispatch({ type: 'edit', draft }),
      ask: (asked) => void ask(asked),
      timeUp,
      back: () => dispatch({ type: 'back' }),
      confirm,
      sendAgain,
      startOver: () => dispatch({ type: 'start-over' }),
    },
  ];
}
