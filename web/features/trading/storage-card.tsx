// The storage fee on the dashboard, where there is something to say about it (P87).

import { Link } from '../../i18n/link.tsx';
import { useMoneyText } from '../../i18n/money-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import storageMessages from '#messages/storage.json';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../live/use-now.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { useStorage } from './storage-query.ts';
import { storageState, type StorageState } from './storage-state.ts';
import { storageTerms } from '../../i18n/storage-terms.ts';

/** What cannot be read is not guessed: then there is no card. */
export function StorageCard({ masked }: { readonly masked: boolean }) {
  const t = useMessages(storageMessages);
  const money = useMoneyText();
  const { data } = useStorage();
  const now = useNow(MINUTE_MS);
  if (data === undefined) return null;
  const state = storageState(data, dayOf(now));
  if (state.say === 'nothing') return null;
  return (
    <Card padded title={t('title')} aside={<Icon name="clock" />} className="aside-card">
      <p className="small">
        <StateText state={state} masked={masked} />
      </p>
      {data.owedCents > 0 && !masked && (
        <p className="small muted">{t('owed', { amount: money(data.owedCents) })}</p>
      )}
      <Link to="/storage" className="link small">
        {t('card.action')}
      </Link>
    </Card>
  );
}

type StateTextProps = { readonly state: Exclude<StorageState, { say: 'nothing' }>; readonly masked: boolean };

export function StateText({ state, masked }: StateTextProps) {
  const t = useMessages(storageMessages.state);
  const f = useFormat();
  const money = useMoneyText();
  const named = storageTerms(f.locale);
  const long = (day: string) => f.dateTime(day, 'long', 'UTC');
  switch (state.say) {
    case 'announced':
      return state.freeUntil === null
        ? t('announced', { ...named, from: long(state.from) })
        : t('announcedFree', { ...named, from: long(state.from), until: long(state.freeUntil) });
    case 'free':
      return t('free', { until: long(state.until) });
    case 'counts':
      return masked
        ? t('countsMasked')
        : t.count('counts', state.days, {
            n: f.integer(state.days),
            due: money(state.dueCents),
            projected: money(state.projectedCents),
          });
    case 'below':
      return t('below', named);
  }
}
