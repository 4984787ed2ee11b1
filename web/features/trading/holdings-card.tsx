import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import dashboardMessages from '#messages/dashboard.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Change } from '../../ui/change.tsx';
import { EmptyState } from '../../ui/data-state.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { Money, Weight } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TRADE_MIN_SUBTOTAL_CENTS } from '../../../worker/domain/limits.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { HoldingView } from '../../../worker/domain/portfolio.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import type { PortfolioState } from './live-portfolio.ts';
import type { LivePortfolio } from './revalue.ts';
import { toneOf } from './metric-cards.tsx';

type Trade = (side: Side, metal: TradedMetal) => void;

type HoldingsCardProps = {
  readonly state: PortfolioState;
  readonly masked: boolean;
  /** Absent in the operators' read-only view. */
  readonly actions?: { readonly onTrade: Trade; readonly onDeposit: () => void };
};

export function HoldingsCard({ state, masked, actions }: HoldingsCardProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const { live } = state;
  const title = t(actions === undefined ? 'holdings.titleRead' : 'holdings.title');
  if (live?.holdings.length === 0) {
    return (
      <Card title={title}>
        {actions === undefined ? (
          <EmptyState title={t('holdings.empty.titleRead')}>{t('holdings.empty.textRead')}</EmptyState>
        ) : (
          <NoHoldings
            hasCash={live.cashCents > 0}
            onBuy={() => actions.onTrade('buy', 'gold')}
            onDeposit={actions.onDeposit}
          />
        )}
      </Card>
    );
  }
  return (
    <Card title={title} aria-busy={live === undefined}>
      {/* Keyed: the browser measures the columns anew, instead of animating them from the skeleton's widths. */}
      <table key={live === undefined ? 'waiting' : 'known'} className="table table-cards holdings">
        <thead>
          <tr>
            <th scope="col">{t('holdings.metal')}</th>
            <th scope="col" className="r">
              {t('holdings.averageCost')}
            </th>
            <th scope="col" className="r">
              {t('holdings.priceNow')}
            </th>
            <th scope="col" className="r">
              {t('holdings.value')}
            </th>
            <th scope="col" className="r">
              {t('holdings.gain')}
            </th>
            {actions !== undefined && (
              <th scope="col">
                <span className="visually-hidden">{t('holdings.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {live === undefined
            ? (['one', 'two'] as const).map((key) => (
                <LoadingRow key={key} readOnly={actions === undefined} />
              ))
            : live.holdings.map((holding) => (
                <HoldingRow
                  key={holding.metal}
                  holding={holding}
                  masked={masked}
                  onTrade={actions?.onTrade}
                />
              ))}
        </tbody>
        {live === undefined ? (
          <tfoot>
            <LoadingTotal readOnly={actions === undefined} />
          </tfoot>
        ) : (
          <TotalRow totals={live.totals} masked={masked} readOnly={actions === undefined} />
        )}
      </table>
    </Card>
  );
}

type NoHoldingsProps = {
  readonly hasCash: boolean;
  readonly onBuy: () => void;
  readonly onDeposit: () => void;
};

function NoHoldings({ hasCash, onBuy, onDeposit }: NoHoldingsProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const f = useFormat();
  const smallest = f.moneyRound(TRADE_MIN_SUBTOTAL_CENTS);
  return (
    <EmptyState
      title={t('holdings.empty.title')}
      action={
        <Button onClick={hasCash ? onBuy : onDeposit}>
          {hasCash ? t('holdings.empty.buy') : t('holdings.empty.deposit')}
        </Button>
      }
    >
      {t(hasCash ? 'holdings.empty.text' : 'holdings.empty.textNoCash', { smallest })}
    </EmptyState>
  );
}

type HoldingRowProps = {
  readonly holding: HoldingView;
  readonly masked: boolean;
  readonly onTrade: Trade | undefined;
};

function HoldingRow({ holding, masked, onTrade }: HoldingRowProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { metal } = holding;
  const name = names(`metals.${metal}`);
  return (
    <tr data-metal={metal}>
      <th scope="row">
        <span className="holding-metal">
          <MetalDial metal={metal} />
          <span>
            <b>{name}</b>
            <span className="sub">
              <Weight ouncesE4={holding.ouncesE4} masked={masked} />
              {holding.heldOuncesE4 > 0 && !masked && (
                <> · {t('holdings.held', { weight: f.weight(holding.heldOuncesE4) })}</>
              )}
            </span>
          </span>
        </span>
      </th>
      <td className="r" data-l={t('holdings.averageCost')}>
        <Money cents={holding.averageCostCents} bare masked={masked} />
      </td>
      <td className="r" data-l={t('holdings.priceNow')}>
        <Money cents={holding.priceCents} bare />
        <span className="sub">
          <Change percent={holding.change24hPercent} quietWord />
        </span>
      </td>
      <td className="r holding-value" data-l={t('holdings.value')}>
        <Money cents={holding.valueCents} bare masked={masked} />
      </td>
      <td className="r" data-l={t('holdings.gain')}>
        <Money
          cents={holding.gainCents}
          bare
          masked={masked}
          sign="always"
          tone={masked ? null : toneOf(holding.gainCents)}
        />
        <span className="sub">
          <Change percent={holding.gainPercent} quietWord />
        </span>
      </td>
      {onTrade !== undefined && (
        <td className="holding-actions">
          <Button
            size="small"
            onClick={() => onTrade('buy', metal)}
            aria-label={t('holdings.buyMoreOf', { metal: name })}
          >
            {t('holdings.buyMore')}
          </Button>
          <Button
            size="small"
            onClick={() => onTrade('sell', metal)}
            aria-label={t('holdings.sellOf', { metal: name })}
          >
            {t('holdings.sell')}
          </Button>
        </td>
      )}
    </tr>
  );
}

type TotalRowProps = {
  readonly totals: LivePortfolio['totals'];
  readonly masked: boolean;
  readonly readOnly: boolean;
};

function TotalRow({ totals, masked, readOnly }: TotalRowProps) {
  const t = useMessages(dashboardMessages.portfolio);
  return (
    <tfoot>
      <tr>
        <th scope="row" className="muted">
          {t('holdings.total')}
        </th>
        <td className="r quiet" data-l={t('holdings.totalCost')}>
          <Money cents={totals.investedCents} bare masked={masked} />
        </td>
        <td className="r holding-value" colSpan={2} data-l={t('holdings.value')}>
          <Money cents={totals.metalCents} bare masked={masked} />
        </td>
        <td className="r" data-l={t('holdings.gain')}>
          <Money
            cents={totals.gainCents}
            bare
            masked={masked}
            sign="always"
            tone={masked ? null : toneOf(totals.gainCents)}
          />
        </td>
        {!readOnly && <td aria-hidden="true" />}
      </tr>
    </tfoot>
  );
}

function LoadingTotal({ readOnly }: { readonly readOnly: boolean }) {
  return (
    <tr aria-hidden="true">
      <th scope="row">
        <Skeleton shape="short" />
      </th>
      <td colSpan={readOnly ? 4 : 5}>
        <Skeleton shape="line" />
      </td>
    </tr>
  );
}

function LoadingRow({ readOnly }: { readonly readOnly: boolean }) {
  const t = useMessages(commonMessages);
  return (
    <tr>
      <th scope="row">
        <span className="visually-hidden">{t('loading')}</span>
        <span className="holding-metal">
          <Skeleton shape="dial" />
          <Skeleton shape="short" />
        </span>
      </th>
      {['cost', 'price', 'value', 'gain'].map((key) => (
        <td key={key} className="r">
          <Skeleton shape="short" />
        </td>
      ))}
      {!readOnly && (
        <td className="holding-actions">
          <Skeleton shape="line" />
        </td>
      )}
    </tr>
  );
}
