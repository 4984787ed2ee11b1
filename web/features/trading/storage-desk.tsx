// The page of the storage fee: where the customer stands, each day of a month, and what was charged.

import { isUnread } from '../../ui/unread.ts';
import { useSearchParams } from 'react-router';
import { useMoneyText } from '../../i18n/money-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import storageMessages from '#messages/storage.json';
import { Link } from '../../i18n/link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { StorageReport } from '../../../worker/contract/storage.ts';
import { useNow } from '../../live/use-now.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { isMonth, monthAfter, monthOf } from '../../../worker/domain/days.ts';
import { StateText } from './storage-card.tsx';
import { MonthCard, MonthsCard } from './storage-month.tsx';
import { useStorage } from './storage-query.ts';
import { storageState } from './storage-state.ts';
import { storageTerms } from '../../i18n/storage-terms.ts';

export function StorageDesk() {
  const t = useMessages(storageMessages);
  const [params, setParams] = useSearchParams();
  const asked = params.get('month') ?? '';
  const month = isMonth(asked) ? asked : undefined;
  const query = useStorage(month);
  const { data, isFetching, isPlaceholderData, refetch } = query;
  // Where the customer stands is said of this month, whichever is looked at.
  const current = useStorage();
  const clock = useNow(MINUTE_MS);
  if (data === undefined) {
    return isUnread(query) ? (
      <Card>
        <ErrorState title={t('error.title')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('error.text')}
        </ErrorState>
      </Card>
    ) : (
      <Card padded aria-busy>
        <Skeleton shape="block" />
      </Card>
    );
  }
  const months = monthsToChoose(data, dayOf(clock));
  return (
    <>
      <StateCard report={current.data ?? data} />
      {months.length > 0 && (
        <MonthCard
          report={data}
          months={months}
          waiting={isPlaceholderData}
          onChoose={(chosen) => setParams({ month: chosen }, { replace: true, preventScrollReset: true })}
        />
      )}
      {data.months.length > 0 && <MonthsCard months={data.months} />}
    </>
  );
}

/** From the first that counts to this one, newest first; none before there is a tariff. */
function monthsToChoose({ tariff, month: shown }: StorageReport, today: string): string[] {
  if (tariff === null || today < tariff.fromDay) return [];
  const months: string[] = [];
  for (let month = monthOf(tariff.fromDay); month <= monthOf(today); month = monthAfter(month)) {
    months.unshift(month);
  }
  return months.includes(shown) ? months : [shown, ...months];
}

function StateCard({ report }: { readonly report: StorageReport }) {
  const t = useMessages(storageMessages);
  const f = useFormat();
  const money = useMoneyText();
  const named = storageTerms(f.locale);
  const now = useNow(MINUTE_MS);
  const today = dayOf(now);
  const state = storageState(report, today);
  return (
    <Card padded title={t('today')}>
      <div className="stack">
        <p>
          {state.say === 'nothing' ? (
            t(report.tariff === null ? 'state.nothing' : 'state.noPurchase', named)
          ) : (
            <StateText state={state} masked={false} />
          )}
        </p>
        {report.owedCents > 0 && <Note tone="warning">{t('owed', { amount: money(report.owedCents) })}</Note>}
        <p className="small muted">
          {report.tariff !== null &&
            report.tariff.fromDay <= today &&
            t('since', { ...named, from: f.dateTime(report.tariff.fromDay, 'long', 'UTC') })}{' '}
          <Link to="/pricing#storage" className="link">
            {t('rules')}
          </Link>
        </p>
      </div>
    </Card>
  );
}
