// Three figures per metal for the home page, each with its source; shares are computed from the sourced figures.

import { type FactSource, GOLD, GOLD_DEMAND, SILVER, SILVER_DEMAND } from '../../features/prices/facts.ts';

export type MetalFact<Id extends string> = {
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
    // Supply less demand is negative in a deficit; the sentence says that it was one.
    value: Math.abs(SILVER.balance.value),
    unit: 'millionOunces',
    decimals: 1,
    sources: [SILVER.balance.source],
  },
] as const satisfies readonly MetalFact<string>[];
