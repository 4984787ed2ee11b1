// The storage fee on the page of prices: its rule, from when on it applies here, and what it comes to for a value.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { storageTerms } from '../../i18n/storage-terms.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import pricingMessages from '#messages/pricing.json';
import { useNow } from '../../live/use-now.ts';
import { Note } from '../../ui/note.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';
import { SliderField } from '../../ui/slider-field.tsx';
import { Value } from '../../ui/value.tsx';
import { StorageTariff } from '../../../worker/contract/storage.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { excessCents, storageFeeCents } from '../../../worker/domain/storage-fee.ts';

const RULES = ['free', 'days', 'cash', 'owed', 'notice'] as const;

export function StorageFee() {
  const t = useMessages(pricingMessages.more.storage);
  const named = storageTerms(useFormat().locale);
  return (
    <Section id="storage" title={t('title')} lead={t('lead', named)} tight>
      <Since />
      <StorageCalculator />
      <ul className="plain-list">
        {RULES.map((rule) => (
          <li key={rule}>{t(`rules.${rule}`, named)}</li>
        ))}
      </ul>
    </Section>
  );
}

const STALE_MS = 60_000;

/** Whether it applies. The line stands before the answer is there, so that nothing moves. */
function Since() {
  const t = useMessages(pricingMessages.more.storage.since);
  const f = useFormat();
  const now = useNow(MINUTE_MS);
  const { data, isError } = useQuery({
    queryKey: queryKeys.storageTariff,
    queryFn: () => receive(StorageTariff, api.storage.tariff.$get()),
    staleTime: STALE_MS,
  });
  const said = (): ReactNode => {
    if (data === undefined) return t(isError ? 'failed' : 'asking');
    if (data.tariff === null) return t('none', storageTerms(f.locale));
    const { fromDay } = data.tariff;
    const from = f.dateTime(fromDay, 'long', 'UTC');
    return t(dayOf(now) < fromDay ? 'announced' : 'applies', { from });
  };
  return <Note tone="info">{said()}</Note>;
}

/** Whole dollars; the fee is in dollars, and so is its bound. */
const VALUE = { min: 0, max: 500_000, step: 1_000, first: 50_000 } as const;

function StorageCalculator() {
  const t = useMessages(pricingMessages.more.storage.calculator);
  const f = useFormat();
  const [dollars, setDollars] = useState<number>(VALUE.first);
  const value = dollars * 100;
  const named = storageTerms(f.locale);
  return (
    <fieldset className="calc card" aria-label={t('label')}>
      <div className="calc-grid">
        <div className="calc-inputs">
          <SliderField
            label={t('value')}
            min={VALUE.min}
            max={VALUE.max}
            step={VALUE.step}
            value={dollars}
            onChange={setDollars}
            unit="USD"
            format={(whole) => f.moneyRound(whole * 100)}
          />
        </div>
        <div className="calc-result">
          <p className="calc-label">{t('year')}</p>
          <output className="calc-figure" aria-live="off">
            <Value cents={storageFeeCents(value, 365)} big />
          </output>
          <Rows>
            <Row label={t('above', named)}>
              <Value cents={excessCents(value)} />
            </Row>
            <Row label={t('month')}>
              <Value cents={storageFeeCents(value, 30)} />
            </Row>
          </Rows>
        </div>
      </div>
      <p className="calc-note small">{t('note', named)}</p>
    </fieldset>
  );
}
