// Silver beside gold. Every row is live, computed from what is shown on this site, sourced, or a definition.

import type { ReactNode } from 'react';
import { FactSources } from '../../features/prices/fact-sources.tsx';
import { GOLD, GOLD_DEMAND, SILVER, SILVER_DEMAND, SOURCES } from '../../features/prices/facts.ts';
import { TEN_YEAR_CHANGE } from '../../features/prices/returns.ts';
import { useSpot } from '../../features/prices/use-spot.ts';
import { OUNCE_E4 } from '../../../worker/domain/ounces.ts';
import { businessTerms } from '../../i18n/business-terms.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import silverMoreMessages from '#messages/silver-more.json';
import { Change } from '../../ui/change.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';

type Pair = { readonly silver: ReactNode; readonly gold: ReactNode };
const ROWS = [
  'price',
  'change',
  'buys',
  'industry',
  'investment',
  'mines',
  'tenYears',
  'fall',
  'bar',
  'fee',
] as const;
type RowId = (typeof ROWS)[number];

export function SilverVersusGold() {
  const t = useMessages(silverMoreMessages);
  const names = useMessages(commonMessages);
  const pairs: Readonly<Record<RowId, Pair>> = { ...useLivePairs(), ...useSourcedPairs() };
  return (
    <Section id="versus" title={t('versus.title')} lead={t('versus.lead')} band tight>
      <div className="card versus-table">
        <DataTable
          caption={t('versus.caption')}
          rowHeader="what"
          columns={[
            { key: 'what', label: t('versus.what') },
            { key: 'silver', label: names('metals.silver'), align: 'right' },
            { key: 'gold', label: names('metals.gold'), align: 'right' },
          ]}
          rows={ROWS.map((id) => ({
            id,
            cells: {
              what: (
                <>
                  {t(`versus.rows.${id}.name`)}
                  <span className="sub">{t(`versus.rows.${id}.detail`)}</span>
                </>
              ),
              ...pairs[id],
            },
          }))}
        />
      </div>
      <p className="small muted table-note">{t('versus.note')}</p>
      <FactSources
        sources={[
          SOURCES.silverDemand,
          SOURCES.goldSupply,
          SOURCES.silverMines,
          SOURCES.monthlyAverages,
          TEN_YEAR_CHANGE.source,
          SOURCES.goodDelivery,
          SOURCES.silverBar,
        ]}
      />
    </Section>
  );
}

const THOUSAND_DOLLARS_CENTS = 100_000;

function useLivePairs() {
  const f = useFormat();
  const silver = useSpot('silver');
  const gold = useSpot('gold');
  const pair = (cell: (spot: typeof silver) => ReactNode): Pair => ({
    silver: cell(silver),
    gold: cell(gold),
  });
  return {
    price: {
      silver: <Money cents={silver.cents} slot="silver" />,
      gold: <Money cents={gold.cents} slot="gold" />,
    },
    change: pair(({ price }) => <Change percent={price?.change24hPercent ?? null} quietWord />),
    buys: pair(({ price }) =>
      price === undefined
        ? UNKNOWN
        : f.weight(Math.floor((THOUSAND_DOLLARS_CENTS * OUNCE_E4) / price.priceCents)),
    ),
  };
}

function useSourcedPairs() {
  const t = useMessages(silverMoreMessages);
  const f = useFormat();
  const { tradeFee } = businessTerms(f.locale);
  const silverShare = (id: string) => share(SILVER_DEMAND, id, SILVER.demand.value);
  const percent = (value: number) => f.percent(value, 'none', 1);
  const tenYears = TEN_YEAR_CHANGE[f.locale === 'pt-BR' ? 'BRL' : 'USD'];
  const fineness = (value: number) => t('versus.fineness', { parts: f.integer(value) });
  return {
    industry: {
      silver: percent(silverShare('industrial')),
      gold: percent(share(GOLD_DEMAND, 'technology', GOLD.demand.value)),
    },
    investment: {
      silver: percent(silverShare('coinBar')),
      gold: percent((GOLD.barsAndCoins.value / GOLD.demand.value) * 100),
    },
    mines: {
      silver: `${f.decimal(SILVER.producedTonnes.value, 0)} t`,
      gold: `${f.decimal(GOLD.mineProduction.value, 1)} t`,
    },
    tenYears: {
      silver: f.percent(tenYears.silver, 'always', 1),
      gold: f.percent(tenYears.gold, 'always', 1),
    },
    fall: {
      silver: f.percent(SILVER.largestFall.value, 'always', 1),
      gold: f.percent(GOLD.largestFall.value, 'always', 1),
    },
    bar: { silver: fineness(SILVER.barFineness.value), gold: fineness(GOLD.barFineness.value) },
    fee: { silver: tradeFee, gold: tradeFee },
  };
}

function share(parts: readonly { readonly id: string; readonly value: number }[], id: string, total: number) {
  return ((parts.find((part) => part.id === id)?.value ?? 0) / total) * 100;
}
