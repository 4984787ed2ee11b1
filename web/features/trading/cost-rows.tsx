import { inCurrency, useDisplay } from '../../i18n/display.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { useRateText } from '../../ui/rate-text.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { Value } from '../../ui/value.tsx';
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
  /** When that rate was true: now, or when the quote was asked. */
  readonly rateOf?: 'now' | 'quote';
  /** Without the subtotal and the total, which the comparison of old and new price already shows. */
  readonly short?: boolean;
};

/** Subtotal, fee, total; balance after; break-even of a buy, gain of a sale. */
export function CostRows(props: CostRowsProps) {
  const { side, order, rateOf = 'now', short = false } = props;
  const rate = useRateText();
  const { beside } = useDisplay();
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
            <Value cents={order?.totalCents ?? null} />
          </Row>
        )}
        {beside !== null && (
          <Row label={t(`rate.${rateOf}`)}>
            <span className="quiet">{rate ?? UNKNOWN}</span>
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
  const { leads, rate } = useDisplay();
  const label =
    order === null || priceCents === null
      ? t('subtotal')
      : t('line', {
          weight: f.weight(order.ouncesE4),
          price: f.money(inCurrency(priceCents, leads, rate) ?? priceCents, leads),
        });
  return (
    <Row label={label}>
      <Value cents={order?.subtotalCents ?? null} />
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
      <Value cents={order?.feeCents ?? null} />
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
          <Value cents={after?.cashAfterCents ?? null} />
        </Row>
        {side === 'buy' ? (
          <Row label={t(`breakEven.${metal}`)}>
            <Value cents={after?.breakEvenCents ?? null} />
          </Row>
        ) : (
          <Row label={t(gain !== null && gain < 0 ? 'loss' : 'gain')}>
            <Value cents={gain} sign="always" />
          </Row>
        )}
      </Rows>
    </div>
  );
}
