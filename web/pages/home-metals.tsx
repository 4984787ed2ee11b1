// Three facts per metal for the home page, each with its source; shares are computed from the sourced values.

import { numberFormat } from '../../worker/domain/number-format.ts';
import { FactSources } from '../features/prices/fact-sources.tsx';
import { type FactSource, GOLD, GOLD_DEMAND, SILVER, SILVER_DEMAND } from '../features/prices/facts.ts';
import { SpotFigure } from '../features/prices/spot-figure.tsx';
import { Link } from '../i18n/link.tsx';
import { INTL_TAG, type Locale } from '../i18n/locale.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import belowMessages from '#messages/home-below.json';
import { Fold } from '../ui/fold.tsx';
import { MetalDial } from '../ui/metal-dial.tsx';

type MetalFact<Id extends string> = {
  readonly id: Id;
  readonly value: number;
  readonly unit: 'tonnes' | 'millionOunces' | 'percent';
  readonly decimals: 0 | 1;
  readonly sources: readonly FactSource[];
};

function part<Id extends string>(
  parts: readonly { readonly id: Id; readonly value: number; readonly source: FactSource }[],
  id: Id,
) {
  const found = parts.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`No figure for ${id}`);
  return found;
}

const centralBanks = part(GOLD_DEMAND, 'centralBanks');
const industry = part(SILVER_DEMAND, 'industrial');
const solar = part(SILVER_DEMAND, 'photovoltaics');

export const GOLD_FACTS = [
  { id: 'mined', value: GOLD.mined.value, unit: 'tonnes', decimals: 0, sources: [GOLD.mined.source] },
  {
    id: 'production',
    value: (GOLD.mineProduction.value / GOLD.mined.value) * 100,
    unit: 'percent',
    decimals: 1,
    sources: [GOLD.mineProduction.source, GOLD.mined.source],
  },
  {
    id: 'centralBanks',
    value: centralBanks.value,
    unit: 'tonnes',
    decimals: 0,
    sources: [centralBanks.source],
  },
] as const satisfies readonly MetalFact<string>[];

export const SILVER_FACTS = [
  {
    id: 'industry',
    value: (industry.value / SILVER.demand.value) * 100,
    unit: 'percent',
    decimals: 0,
    sources: [industry.source, SILVER.demand.source],
  },
  { id: 'solar', value: solar.value, unit: 'millionOunces', decimals: 1, sources: [solar.source] },
  {
    id: 'deficit',
    // Supply less demand is negative in a deficit; the sentence names it a deficit.
    value: Math.abs(SILVER.balance.value),
    unit: 'millionOunces',
    decimals: 1,
    sources: [SILVER.balance.source],
  },
] as const satisfies readonly MetalFact<string>[];

/** The two traded metals side by side: current price, three sourced facts, a link to the page. */
export function MetalsSection() {
  return (
    <div className="section section-band">
      <div className="wrap metals">
        <GoldSection />
        <SilverSection />
      </div>
    </div>
  );
}

function GoldSection() {
  const t = useMessages(belowMessages.metals);
  return (
    <section id="gold" aria-labelledby="gold-title">
      <MetalDial metal="gold" size="large" />
      <h2 id="gold-title">{t('gold.title')}</h2>
      <SpotFigure metal="gold" large />
      <Fold summary={t('facts.gold')}>
        <dl>
          {GOLD_FACTS.map((fact) => (
            <FactRow key={fact.id} fact={fact} text={t(`gold.facts.${fact.id}`)} />
          ))}
        </dl>
        <FactSources sources={GOLD_FACTS.flatMap(({ sources }) => sources)} />
      </Fold>
      <MoreLinks to="/gold" text={t('gold.more')} />
    </section>
  );
}

function SilverSection() {
  const t = useMessages(belowMessages.metals);
  return (
    <section id="silver" aria-labelledby="silver-title">
      <MetalDial metal="silver" size="large" />
      <h2 id="silver-title">{t('silver.title')}</h2>
      <SpotFigure metal="silver" large />
      <Fold summary={t('facts.silver')}>
        <dl>
          {SILVER_FACTS.map((fact) => (
            <FactRow key={fact.id} fact={fact} text={t(`silver.facts.${fact.id}`)} />
          ))}
        </dl>
        <FactSources sources={SILVER_FACTS.flatMap(({ sources }) => sources)} />
      </Fold>
      <MoreLinks to="/silver" text={t('silver.more')} />
    </section>
  );
}

function FactRow({ fact, text }: { readonly fact: MetalFact<string>; readonly text: string }) {
  const t = useMessages(belowMessages.metals);
  const n = factText(useLocale(), fact);
  return (
    <div className="metal-fact">
      <dt className="num">{fact.unit === 'percent' ? `${n}%` : t(fact.unit, { n })}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function factText(locale: Locale, { value, decimals }: MetalFact<string>): string {
  return numberFormat(INTL_TAG[locale], decimals, decimals).format(value);
}

function MoreLinks({ to, text }: { readonly to: string; readonly text: string }) {
  const t = useMessages(belowMessages.metals);
  return (
    <p className="metal-links">
      <Link to={to} className="link">
        {text}
      </Link>
      <Link to="/learn" className="link">
        {t('learn')}
      </Link>
    </p>
  );
}
