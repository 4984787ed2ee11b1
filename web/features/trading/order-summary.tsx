import type { Quote } from '../../../worker/contract/trades.ts';
import { useWeightText } from '../../i18n/weights.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import ordersMessages from '#messages/orders.json';
import { Engraving } from '../../ui/engraving.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { Value } from '../../ui/value.tsx';
import { Weight } from '../../ui/weight.tsx';
import { positionAfter, type CostedPosition } from './order.ts';

type OrderSummaryProps = {
  /** The quoted order; after the quote has expired, the order at the new price. */
  readonly order: Pick<Quote, 'side' | 'metal' | 'ouncesE4' | 'subtotalCents' | 'feeCents' | 'totalCents'>;
  readonly position: CostedPosition;
};

function useSentence(): (order: Pick<Quote, 'side' | 'metal' | 'ouncesE4'>) => string {
  const t = useMessages(ordersMessages.trade);
  const { weight } = useWeightText();
  return ({ side, metal, ouncesE4 }) =>
    t(side === 'buy' ? `orderBuy.${metal}` : `orderSell.${metal}`, { weight: weight(ouncesE4) });
}

/** The left half from the quote on: the order, read-only, with the position before and after it. */
export function OrderSummary({ order, position }: OrderSummaryProps) {
  const t = useMessages(ordersMessages.trade);
  const names = useMessages(commonMessages);
  const sentence = useSentence();
  const after = positionAfter(order.side, order, position);
  const weight = (ouncesE4: number | null) => <Weight ouncesE4={ouncesE4} />;
  const money = (cents: number | null) => <Value cents={cents} />;
  return (
    <div className="ticket-letter">
      <div className="ticket-letter-art">
        <Engraving />
      </div>
      <p className="eyebrow">{t('yourOrder')}</p>
      <p className="ticket-letter-order">{sentence(order)}</p>
      <table className="ticket-letter-table num small">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('yourOrder')}</span>
            </th>
            <th scope="col">{t('now')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{names(`metals.${order.metal}`)}</th>
            <td>{weight(position.ouncesE4)}</td>
            <td>{weight(after.ouncesAfterE4)}</td>
          </tr>
          <tr>
            <th scope="row">{t('cash')}</th>
            <td>{money(position.cashCents)}</td>
            <td>{money(after.cashAfterCents)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

type OrderLineProps = { readonly order: OrderSummaryProps['order']; readonly onEdit: (() => void) | null };

/** The same on a phone: one line with a link back to the form. */
export function OrderLine({ order, onEdit }: OrderLineProps) {
  const t = useMessages(ordersMessages.trade);
  const sentence = useSentence();
  return (
    <div className="ticket-line">
      <MetalDial metal={order.metal} size="small" />
      <span>{sentence(order)}</span>
      {onEdit !== null && (
        <button type="button" className="link" onClick={onEdit}>
          {t('edit')}
        </button>
      )}
    </div>
  );
}
