import type { ReactNode } from 'react';
import { FactSources } from '../features/prices/fact-sources.tsx';
import {
  GOLD,
  GOLD_DEMAND,
  SILVER,
  SILVER_DEMAND,
  SILVER_PRODUCERS,
  SOURCES,
} from '../features/prices/facts.ts';
import { sumOfParts } from '../features/prices/shares.ts';
import { TEN_YEAR_CHANGE } from '../features/prices/returns.ts';
import { ShareTable } from '../features/prices/share-table.tsx';
import { useSpot } from '../features/prices/use-spot.ts';
import { dollarCents } from '../../worker/domain/exchange.ts';
import { SpotMoney } from '../features/prices/spot-money.tsx';
import { useDisplay } from '../i18n/display.ts';
import { useWeightText } from '../i18n/weights.ts';
import { businessTerms } from '../i18n/business-terms.ts';
import { UNKNOWN } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import marketMessages from '#messages/market.json';
import silverMessages from '#messages/silver.json';
import { Change } from '../ui/change.tsx';
import { ClosingCall } from '../ui/closing-call.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { MetalCards, MetalCharts } from './metal-sections.tsx';
import { Fold } from '../ui/fold.tsx';
import { Section } from '../ui/section.tsx';
import { OUNCE_E4 } from '../../worker/domain/limits.ts';
import { BuyOrStart } from './trade-actions.tsx';

/** Industrial uses. Only solar power has a value with a source; the others have none. */
const USES = ['solar', 'electronics', 'joining', 'health'] as const;

function SilverUses() {
  const t = useMessages(silverMessages.more);
  const f = useFormat();
  const solar = SILVER_DEMAND.find(({ id }) => id === 'photovoltaics')?.value ?? 0;
  const industry = SILVER_DEMAND.find(({ id }) => id === 'industrial')?.value ?? 0;
  const named = { solar: f.decimal(solar, 1), industry: f.decimal(industry, 1) };
  return (
    <Section id="uses" title={t('uses.title')} lead={t('uses.lead')} tight>
      <ul className="grid-4">
        {USES.map((use) => (
          <li key={use} className="use-card">
            <h3>{t(`uses.${use}.title`)}</h3>
            <p>{t(`uses.${use}.text`, named)}</p>
          </li>
        ))}
      </ul>
      <FactSources sources={[SOURCES.silverDemand]} />
    </Section>
  );
}

const PRODUCERS = SILVER_PRODUCERS.map(({ country, tonnes, source }) => ({
  id: country,
  value: tonnes,
  source,
}));

function SilverMarket() {
  const t = useMessages(silverMessages.more);
  const names = useMessages(marketMessages);
  const f = useFormat();
  return (
    <>
      <Section id="demand" title={t('demand.title')} lead={t('demand.lead')} band tight>
        <ShareTable
          caption={t('demand.caption')}
          parts={SILVER_DEMAND}
          total={SILVER.demand.value}
          unit="millionOunces"
          heading="sector"
          digits={1}
          totalName={names('total')}
          name={(sector) => names(`silver.${sector}`)}
        />
        <p className="small muted table-note">
          {t('demand.note', { sum: f.decimal(sumOfParts(SILVER_DEMAND), 1) })}
        </p>
        <FactSources sources={[SOURCES.silverDemand]} />
      </Section>
      <Section id="producers" title={t('producers.title')} lead={t('producers.lead')} tight>
        <Fold summary={t('producers.caption')}>
          <ShareTable
            caption={t('producers.caption')}
            parts={PRODUCERS}
            total={SILVER.producedTonnes.value}
            unit="tonnes"
            heading="country"
            digits={0}
            totalName={t('producers.world')}
            name={(country) => names(`countries.${country}`)}
          />
        </Fold>
        <p className="small muted table-note">{t('producers.note')}</p>
        <FactSources sources={[SOURCES.silverMines]} />
      </Section>
    </>
  );
}

// Silver beside gold. Every row is live, computed from values on this site, sourced, or a definition.

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

function SilverVersusGold() {
  const t = useMessages(silverMessages.more);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { leads } = useDisplay();
  const pairs: Readonly<Record<RowId, Pair>> = { ...useLivePairs(), ...useSourcedPairs() };
  return (
    <Section id="versus" title={t('versus.title')} lead={t('versus.lead')} band tight>
      <Fold summary={t('versus.caption')}>
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
                    {t(`versus.rows.${id}.name`, { amount: f.moneyRound(THOUSAND_CENTS, leads) })}
                    <span className="sub">{t(`versus.rows.${id}.detail`)}</span>
                  </>
                ),
                ...pairs[id],
              },
            }))}
          />
        </div>
      </Fold>
      <p className="small muted table-note">{t('versus.note')}</p>
      <FactSources
        sources={[
          SOURCES.silverDemand,
          SOURCES.goldSupply,
          SOURCES.silverMines,
          SOURCES.monthlyAverages,
          TEN_YEAR_CHANGE.source,
          SOURCES.goodDelivery,
        ]}
      />
    </Section>
  );
}

const THOUSAND_CENTS = 100_000;

function useLivePairs() {
  const { weight } = useWeightText();
  const { leads, rate } = useDisplay();
  // A thousand of the leading currency, in US cents.
  const thousandCents =
    leads === 'USD' ? THOUSAND_CENTS : rate === null ? null : dollarCents(THOUSAND_CENTS, rate.usdBrlE4);
  const silver = useSpot('silver');
  const gold = useSpot('gold');
  const pair = (cell: (spot: typeof silver) => ReactNode): Pair => ({
    silver: cell(silver),
    gold: cell(gold),
  });
  return {
    price: {
      silver: <SpotMoney metal="silver" />,
      gold: <SpotMoney metal="gold" />,
    },
    change: pair(({ price }) => <Change percent={price?.change24hPercent ?? null} quietWord />),
    buys: pair(({ price }) =>
      price === undefined || thousandCents === null
        ? UNKNOWN
        : weight(Math.floor((thousandCents * OUNCE_E4) / price.priceCents)),
    ),
  };
}

function useSourcedPairs() {
  const t = useMessages(silverMessages.more);
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

/** The specification's catalogue of this page's cards (A3), and where each leads. */
const CARDS = { quality: '/learn', vault: '/signup', authenticity: '/tools' } as const;
const CARD_IDS = ['quality', 'vault', 'authenticity'] as const;

function SilverWhy() {
  const t = useMessages(silverMessages.more);
  const f = useFormat();
  const named = { ...businessTerms(f.locale), fineness: f.integer(SILVER.barFineness.value) };
  return (
    <>
      <Section id="why" title={t('why.title')} lead={t('why.lead')} tight>
        <MetalCards
          metal="silver"
          cards={CARD_IDS.map((card) => ({
            card,
            to: CARDS[card],
            title: t(`why.${card}.title`),
            text: t(`why.${card}.text`, named),
            link: t(`why.${card}.link`),
          }))}
        />
        <FactSources sources={[SOURCES.goodDelivery]} />
      </Section>
      <ClosingCall title={t('close.title')} text={t('close.text', named)}>
        <BuyOrStart metal="silver" />
      </ClosingCall>
    </>
  );
}

export default function Below() {
  return (
    <>
      <MetalCharts metal="silver" />
      <SilverUses />
      <SilverMarket />
      <SilverVersusGold />
      <SilverWhy />
    </>
  );
}
