import { brlCents } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Money } from '../../ui/money.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { effectiveFeePercent } from '../../../worker/domain/fees.ts';
import { TRADE_FEE_BASIS_POINTS } from '../../../worker/domain/limits.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { Order } from '../../../worker/domain/quotes.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import { positionAfter, type CostedPosition } from './order.ts';

type CostRowsProps = {
  readonly side: Side;
  readonly metal: TradedMetal;
  /** Null while the order cannot be priced: the lines stay, with dashes. */
  readonly order: Order | null;
  readonly priceCents: number | null;
  readonly position: CostedPosition;
  /** For the total in reais; null shows none. */
  readonly usdBrlE4: number | null;
  /** When that rate was true: now, or when the quote was asked. */
  readonly rateOf?: 'now' | 'quote';
  /** Without the subtotal and the total, which the comparison of old and new price already shows. */
  readonly short?: boolean;
};

/** Subtotal, fee, total; balance after; break-even of a buy, gain of a sale. */
export function CostRows(props: CostRowsProps) {
  const { side, order, usdBrlE4, rateOf = 'now', short = false } = props;
  const t = useMessages(ordersMessages.trade);
  const waiting = order === null;
  return (
    <>
      {waiting && (
        <p className="visually-hidden">{t(props.priceCents === null ? 'errors.NoPrice' : 'figuresLater')}</p>
      )}
      <Rows waiting={waiting}>
        {!short && <SubtotalRow order={order} priceCents={props.priceCents} />}
        <FeeRow order={order} />
        {!short && (
          <Row label={t(side === 'buy' ? 'totalPay' : 'totalReceive')} sum>
            <Money cents={order?.totalCents ?? null} />
          </Row>
        )}
        {usdBrlE4 !== null && (
          <Row label={t(`inReais.${rateOf}`)}>
            <span className="quiet">
              <Money cents={order === null ? null : brlCents(order.totalCents, usdBrlE4)} currency="BRL" />
            </span>
          </Row>
        )}
      </Rows>
      <AfterRows {...props} />
    </>
  );
}

function SubtotalRow({ order, priceCents }: Pick<CostRowsProps, 'order' | 'priceCents'>) {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const label =
    order === null || priceCents === null
      ? t('subtotal')
      : t('line', { weight: f.weight(order.ouncesE4), price: f.amount(priceCents) });
  return (
    <Row label={label}>
      <Money cents={order?.subtotalCents ?? null} />
    </Row>
  );
}

function FeeRow({ order }: Pick<CostRowsProps, 'order'>) {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  // The fee is rounded up to the cent, so a small order's fee exceeds the tariff: the line shows the real percentage.
  const percent = (order === null ? null : effectiveFeePercent(order)) ?? TRADE_FEE_BASIS_POINTS / 100;
  return (
    <Row label={t('fee', { percent: f.percentRound(percent) })}>
      <Money cents={order?.feeCents ?? null} />
    </Row>
  );
}

function AfterRows({ side, metal, order, position }: CostRowsProps) {
  const t = useMessages(ordersMessages.trade);
  const after = order === null ? null : positionAfter(side, order, position);
  const gain = after?.gainCents ?? null;
  return (
    <div className="ticket-after">
      <Rows waiting={order === null}>
        <Row label={t('cashAfter')}>
          <Money cents={after?.cashAfterCents ?? null} />
        </Row>
        {side === 'buy' ? (
          <Row label={t(`breakEven.${metal}`)}>
            <Money cents={after?.breakEvenCents ?? null} />
          </Row>
        ) : (
          <Row label={t(gain !== null && gain < 0 ? 'loss' : 'gain')}>
            <Money cents={gain} sign="always" />
          </Row>
        )}
      </Rows>
    </div>
  );
}
