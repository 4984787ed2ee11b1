// The totals of the customers: accounts, active accounts, assets, and the average of an account.

import { isUnread } from '../../../ui/unread.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { QueriedStatCards, StatCard } from '../frame/stat-card.tsx';
import { percentOf } from '../../../../worker/domain/money.ts';
import type { CustomerStatistics } from '../../../../worker/contract/operators/customers.ts';
import { useCustomerStats } from './queries.ts';

const CENTS_PER_MILLION = 100_000_000;

export function CustomerStats() {
  const t = useMessages(operatorsMessages.dashboard);
  const stats = useCustomerStats();
  const { data } = stats;
  const unreadable = isUnread(stats);
  return (
    <QueriedStatCards
      label={t('stats.label')}
      query={stats}
      error={t('stats.error')}
      countedAt={data && Date.parse(data.asOf)}
    >
      <Counts stats={unreadable ? null : data} />
      <Worth stats={unreadable ? null : data} />
    </QueriedStatCards>
  );
}

/** Undefined while loading, null when the read failed: a dash, never a zero. */
type PartProps = { readonly stats: CustomerStatistics | null | undefined };

function Counts({ stats }: PartProps) {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  const share = stats ? percentOf(stats.active, stats.users) : null;
  return (
    <>
      <StatCard
        label={t('stats.users')}
        value={stats && f.integer(stats.users)}
        note={
          stats
            ? t('stats.usersNote', {
                inactive: t.count('stats.inactive', stats.inactive, { n: f.integer(stats.inactive) }),
                suspended: t.count('stats.suspended', stats.suspended, { n: f.integer(stats.suspended) }),
              })
            : ''
        }
      />
      <StatCard
        label={t('stats.active')}
        value={stats && f.integer(stats.active)}
        note={
          stats
            ? share === null
              ? t('stats.activeNone')
              : t('stats.activeNote', { percent: f.percent(share, 'none', 1) })
            : ''
        }
      />
    </>
  );
}

function Worth({ stats }: PartProps) {
  const t = useMessages(operatorsMessages.dashboard);
  const f = useFormat();
  const priced = stats?.pricesAsOf ?? null;
  return (
    <>
      <StatCard
        label={t('stats.aum')}
        value={
          stats &&
          (stats.aumCents === null
            ? null
            : t('stats.aumValue', { amount: f.decimal(stats.aumCents / CENTS_PER_MILLION, 2) }))
        }
        note={
          stats
            ? priced === null
              ? t('stats.aumUnknown')
              : t('stats.aumNote', { time: f.dateTime(priced, 'clock') })
            : ''
        }
      />
      <StatCard
        label={t('stats.average')}
        value={stats && (stats.averageCents === null ? null : f.money(stats.averageCents))}
        note={stats ? t('stats.averageNote', { time: f.dateTime(stats.asOf, 'clock') }) : ''}
      />
    </>
  );
}
