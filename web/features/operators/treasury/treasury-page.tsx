// Where the house's money is, whom it belongs to, what is open in reais, and what comes and goes next.

import { isUnread } from '../../../ui/unread.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import titles from '#messages/titles.json';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Note, StaleNote } from '../../../ui/note.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { StatCard, StatCards } from '../frame/stat-card.tsx';
import { CashCard } from './cash-card.tsx';
import { FlowsCard } from './flows-card.tsx';
import { HouseCard } from './house-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { useRefreshTreasury, useTreasury } from './queries.ts';
import { useAssetText } from './use-asset-text.ts';

export function Treasury() {
  const t = useMessages(messages);
  const treasury = useTreasury();
  const refresh = useRefreshTreasury();
  const { data, dataUpdatedAt } = treasury;
  const refetch = () => void treasury.refetch();
  if (isUnread(treasury)) {
    return (
      <OperatorsPanel title={titles.treasury.title} lead={t('lead')}>
        <Card>
          <ErrorState title={t('error.title')} onRetry={refetch} retrying={treasury.isFetching}>
            {t('error.text')}
          </ErrorState>
        </Card>
      </OperatorsPanel>
    );
  }
  return (
    <OperatorsPanel title={titles.treasury.title} lead={t('lead')} actions={<Refresh onRefresh={refresh} />}>
      {treasury.isRefetchError && (
        <StaleNote readAt={dataUpdatedAt} onRetry={refetch} retrying={treasury.isFetching} />
      )}
      <Owed />
      <CashCard report={data} />
      <Exchange />
      <OrdersCard />
      <FlowsCard title={t('arrivals.title')} note={t('arrivals.note')} flows={data?.arrivals} />
      <FlowsCard title={t('payouts.title')} note={t('payouts.note')} flows={data?.payouts} />
      <HouseCard report={data} />
    </OperatorsPanel>
  );
}

/** What belongs to customers, and whether the books say the same. */
function Owed() {
  const t = useMessages(messages.owed);
  const f = useFormat();
  const { data } = useTreasury();
  const { amountOf, nameOf } = useAssetText();
  const has = (asset: 'usd' | 'gold' | 'silver') =>
    data && (data.customers.find((sum) => sum.asset === asset)?.amount ?? 0);
  const off = data?.differences.filter(({ amount }) => amount !== 0) ?? [];
  const [cash, gold, silver] = [has('usd'), has('gold'), has('silver')];
  return (
    <>
      {off.length > 0 && (
        <Note tone="error" role="alert" title={t('off.title')}>
          {t('off.text', {
            differences: off
              .map(({ asset, amount }) => `${nameOf(asset)}: ${amountOf(asset, amount)}`)
              .join('; '),
          })}
        </Note>
      )}
      <StatCards label={t('label')} busy={data === undefined}>
        <StatCard
          label={t('cash')}
          value={cash === undefined ? undefined : f.money(cash)}
          note={t('cashNote')}
        />
        <StatCard
          label={t('payouts')}
          value={data === undefined ? undefined : f.money(data.payoutsCents)}
          note={t('payoutsNote')}
        />
        <StatCard
          label={t('gold')}
          value={gold === undefined ? undefined : f.weight(gold)}
          note={t('metalNote')}
        />
        <StatCard
          label={t('silver')}
          value={silver === undefined ? undefined : f.weight(silver)}
          note={t('metalNote')}
        />
      </StatCards>
    </>
  );
}

/** Reais and dollars that customers' exchanges have left open. */
function Exchange() {
  const t = useMessages(messages.exchange);
  const f = useFormat();
  const { data } = useTreasury();
  const position = data?.exchange;
  const isOver = position !== undefined && Math.abs(position.usdCents) > position.maxCents;
  return (
    <StatCards label={t('label')} busy={position === undefined}>
      <StatCard
        label={t('usd')}
        value={position && f.money(position.usdCents)}
        note={position === undefined ? '' : t('max', { max: f.money(position.maxCents) })}
        tone={isOver ? 'warning' : undefined}
      />
      <StatCard label={t('brl')} value={position && f.money(position.brlCents, 'BRL')} note={t('brlNote')} />
      <StatCard
        label={t('worth')}
        value={position && (position.worthCents === null ? null : f.money(position.worthCents))}
        note={
          position === undefined || position.rate === null
            ? t('noRate')
            : t('rate', { rate: f.rate(position.rate.usdBrlE4), time: f.dateTime(position.rate.at, 'clock') })
        }
      />
    </StatCards>
  );
}
