// The two outcomes of an order without a receipt: refused, or unknown.

import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { OrderLine } from './order-summary.tsx';
import type { HeldQuote } from './ticket.ts';

type RefusedPanelProps = {
  readonly held: HeldQuote;
  readonly error: unknown;
  readonly onBack: () => void;
};

export function RefusedPanel({ held, error, onBack }: RefusedPanelProps) {
  const t = useMessages(ordersMessages.trade);
  return (
    <div className="ticket-state" data-state="refused">
      <OrderLine order={held.quote} onEdit={null} />
      <ProblemNotice error={error} />
      <div className="ticket-notes" />
      <Button variant="primary" size="large" full onClick={onBack}>
        {t('back')}
      </Button>
    </div>
  );
}

type UnknownPanelProps = {
  readonly held: HeldQuote;
  readonly onSendAgain: () => void;
  readonly onSeeTransactions: () => void;
};

export function UnknownPanel({ held, onSendAgain, onSeeTransactions }: UnknownPanelProps) {
  const t = useMessages(ordersMessages.trade);
  return (
    <div className="ticket-state" data-state="unknown">
      <OrderLine order={held.quote} onEdit={null} />
      <Note tone="warning" title={t('unknown.title')} role="alert">
        {t('unknown.text')}
      </Note>
      <div className="ticket-notes" />
      <Button variant="primary" size="large" full onClick={onSendAgain}>
        {t('unknown.again')}
      </Button>
      <Button variant="ghost" full onClick={onSeeTransactions}>
        {t('unknown.see')}
      </Button>
    </div>
  );
}
