import { useMoneyText } from '../../i18n/money-text.ts';
import { useWeightText } from '../../i18n/weights.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import dashboardMessages from '#messages/dashboard.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Change } from '../../ui/change.tsx';
import { EmptyState } from '../../ui/data-state.tsx';
import { Table, type TableColumn } from '../../ui/data-table.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { Value } from '../../ui/value.tsx';
import { Weight } from '../../ui/weight.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TRADE_MIN_SUBTOTAL_CENTS } from '../../../worker/domain/limits.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { HoldingView } from '../../../worker/domain/portfolio.ts';
import { freeOuncesE4, type Side } from '../../../worker/domain/trades.ts';
import type { PortfolioState } from './live-portfolio.ts';
import type { LivePortfolio } from './revalue.ts';
import { toneOf } from './metric-cards.tsx';

type Trade = (side: Side, metal: TradedMetal) => void;

type HoldingActions = {
  readonly onTrade: Trade;
  /** Shows what frees the ounces that the bonus holds. */
  readonly onSeeBonus: () => void;
};

type HoldingsCardProps = {
  readonly state: PortfolioState;
  readonly masked: boolean;
  /** Absent in the operators' read-only view. */
  readonly actions?: HoldingActions & { readonly onDeposit: () => void };
};

export function HoldingsCard({ state, masked, actions }: HoldingsCardProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const { live } = state;
  const columns = useColumns(masked, actions);
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
      {/* Keyed: the browser measures the columns again instead of animating them from the skeleton's widths. */}
      <Table
        key={live === undefined ? 'waiting' : 'known'}
        className="holdings"
        columns={columns}
        rows={live?.holdings}
        rowKey={({ metal }) => metal}
        rowData={({ metal }) => ({ 'data-metal': metal })}
        skeletons={2}
        total={
          live === undefined ? (
            <LoadingTotal columns={columns.length} />
          ) : (
            <TotalRow totals={live.totals} masked={masked} hasActions={actions !== undefined} />
          )
        }
      />
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
  const smallest = useMoneyText()(TRADE_MIN_SUBTOTAL_CENTS, 'round');
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

/** Without actions there is no column of buttons. */
function useColumns(masked: boolean, actions: HoldingActions | undefined): TableColumn<HoldingView>[] {
  const t = useMessages(dashboardMessages.portfolio);
  const columns: TableColumn<HoldingView>[] = [
    {
      key: 'metal',
      label: t('holdings.metal'),
      header: true,
      render: (holding) => <MetalCell holding={holding} masked={masked} />,
      loading: <LoadingMetal />,
    },
    {
      key: 'averageCost',
      label: t('holdings.averageCost'),
      align: 'right',
      render: ({ averageCostCents }) => <Value cents={averageCostCents} bare masked={masked} />,
    },
    {
      key: 'priceNow',
      label: t('holdings.priceNow'),
      align: 'right',
      render: ({ priceCents, change24hPercent }) => (
        <>
          <Value cents={priceCents} bare />
          <span className="sub">
            <Change percent={change24hPercent} quietWord />
          </span>
        </>
      ),
    },
    {
      key: 'value',
      label: t('holdings.value'),
      align: 'right',
      className: 'holding-value',
      render: ({ valueCents }) => <Value cents={valueCents} bare masked={masked} />,
    },
    {
      key: 'gain',
      label: t('holdings.gain'),
      align: 'right',
      render: ({ gainCents, gainPercent }) => (
        <>
          <Gain cents={gainCents} masked={masked} />
          <span className="sub">
            <Change percent={gainPercent} quietWord />
          </span>
        </>
      ),
    },
  ];
  if (actions === undefined) return columns;
  const buttons: TableColumn<HoldingView> = {
    key: 'actions',
    label: t('holdings.actions'),
    hiddenLabel: true,
    actions: true,
    className: 'holding-actions',
    skeleton: 'line',
    render: (holding) => <TradeButtons holding={holding} actions={actions} />,
  };
  return [...columns, buttons];
}

function MetalCell({ holding, masked }: { readonly holding: HoldingView; readonly masked: boolean }) {
  const t = useMessages(dashboardMessages.portfolio);
  const names = useMessages(commonMessages);
  const { weight } = useWeightText();
  const { metal, ouncesE4, heldOuncesE4 } = holding;
  return (
    <span className="holding-metal">
      <MetalDial metal={metal} />
      <span>
        <b>{names(`metals.${metal}`)}</b>
        <span className="sub">
          <Weight ouncesE4={ouncesE4} masked={masked} />
          {heldOuncesE4 > 0 && !masked && <> · {t('holdings.held', { weight: weight(heldOuncesE4) })}</>}
        </span>
      </span>
    </span>
  );
}

function LoadingMetal() {
  return (
    <span className="holding-metal">
      <Skeleton shape="dial" />
      <Skeleton shape="short" />
    </span>
  );
}

function Gain({ cents, masked }: { readonly cents: number | null; readonly masked: boolean }) {
  return <Value cents={cents} bare masked={masked} sign="always" tone={masked ? null : toneOf(cents)} />;
}

type TradeButtonsProps = { readonly holding: HoldingView; readonly actions: HoldingActions };

function TradeButtons({ holding, actions }: TradeButtonsProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const names = useMessages(commonMessages);
  const { metal } = holding;
  const { onTrade, onSeeBonus } = actions;
  const name = names(`metals.${metal}`);
  return (
    <>
      <Button
        size="small"
        onClick={() => onTrade('buy', metal)}
        aria-label={t('holdings.buyMoreOf', { metal: name })}
      >
        {t('holdings.buyMore')}
      </Button>
      {freeOuncesE4(holding) > 0 ? (
        <Button
          size="small"
          onClick={() => onTrade('sell', metal)}
          aria-label={t('holdings.sellOf', { metal: name })}
        >
          {t('holdings.sell')}
        </Button>
      ) : (
        <Button size="small" onClick={onSeeBonus} aria-label={t('holdings.freeOf', { metal: name })}>
          {t('holdings.free')}
        </Button>
      )}
    </>
  );
}

type TotalRowProps = {
  readonly totals: LivePortfolio['totals'];
  readonly masked: boolean;
  readonly hasActions: boolean;
};

function TotalRow({ totals, masked, hasActions }: TotalRowProps) {
  const t = useMessages(dashboardMessages.portfolio);
  return (
    <tr>
      <th scope="row" className="muted">
        {t('holdings.total')}
      </th>
      <td className="r quiet" data-l={t('holdings.totalCost')}>
        <Value cents={totals.investedCents} bare masked={masked} />
      </td>
      <td className="r holding-value" colSpan={2} data-l={t('holdings.value')}>
        <Value cents={totals.metalCents} bare masked={masked} />
      </td>
      <td className="r" data-l={t('holdings.gain')}>
        <Gain cents={totals.gainCents} masked={masked} />
      </td>
      {hasActions && <td aria-hidden="true" />}
    </tr>
  );
}

function LoadingTotal({ columns }: { readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <th scope="row">
        <Skeleton shape="short" />
      </th>
      <td colSpan={columns - 1}>
        <Skeleton shape="line" />
      </td>
    </tr>
  );
}
