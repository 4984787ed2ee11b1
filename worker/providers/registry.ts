// Which sources this deployment listens to, read from its variables. An unknown, unusable or forbidden source is
// left out and named, never guessed at; simulated prices never reach production and never mix with real ones.

import type { UnusedBecause } from '../domain/feed-report.ts';
import type { LicenceClass } from '../domain/price-rules.ts';
import type { PriceProvider } from './feed.ts';
import { awesomeApi } from './awesomeapi.ts';
import { bcbPtax } from './bcb-ptax.ts';
import { goldApi } from './gold-api.ts';
import { metalsDev } from './metals-dev.ts';
import { SIMULATED, simulatedMetals, simulatedRate } from './simulated.ts';
import { swissquote } from './swissquote.ts';

/** The variables that choose and aim the sources. commands/settings.ts describes each. */
export type PriceVars = {
  readonly ENVIRONMENT?: string;
  readonly PRICE_PROVIDERS?: string;
  readonly FX_PROVIDERS?: string;
  readonly GOLD_API_URL?: string;
  readonly SWISSQUOTE_URL?: string;
  readonly METALS_DEV_URL?: string;
  readonly METALS_DEV_KEY?: string;
  /** Requests a month of the operator's plan at metals.dev; the free one allows 100. */
  readonly METALS_DEV_MONTHLY_REQUESTS?: string;
  readonly AWESOMEAPI_URL?: string;
  readonly BCB_PTAX_URL?: string;
  readonly PRICE_POLL_MS?: string;
  readonly ALLOW_REFERENCE_PRICES?: string;
};

/** History and live prices are of one kind; null when no usable source is configured. */
export type FeedKind = 'spot' | 'simulated';

export type RefusedSource = { readonly name: string; readonly reason: UnusedBecause };

export type PriceFeeds = {
  readonly metals: readonly PriceProvider[];
  readonly rates: readonly PriceProvider[];
  readonly refused: readonly RefusedSource[];
  readonly kind: FeedKind | null;
  /** Names the set of sources: another set starts another book. */
  readonly bookKey: string;
  readonly pollMs: number;
  /** Licence classes a quote may be made from. */
  readonly quotableLicences: readonly LicenceClass[];
};

const DEFAULT_POLL_MS = 30_000;
const POLL_MS = { min: 250, max: 60_000 } as const;

type Make = (vars: PriceVars) => PriceProvider | null;

const METAL_SOURCES: Readonly<Record<string, Make>> = {
  'gold-api': (vars) => eased(goldApi(vars.GOLD_API_URL || GOLD_API), vars.GOLD_API_URL, GOLD_API),
  swissquote: (vars) => eased(swissquote(vars.SWISSQUOTE_URL || SWISSQUOTE), vars.SWISSQUOTE_URL, SWISSQUOTE),
  'metals-dev': (vars) => {
    if (!vars.METALS_DEV_KEY) return null;
    const perMonth = Number(vars.METALS_DEV_MONTHLY_REQUESTS) || undefined;
    const provider = metalsDev(vars.METALS_DEV_URL || METALS_DEV, vars.METALS_DEV_KEY, perMonth);
    return eased(provider, vars.METALS_DEV_URL, METALS_DEV);
  },
  [SIMULATED]: simulatedMetals,
};

const RATE_SOURCES: Readonly<Record<string, Make>> = {
  awesomeapi: (vars) => eased(awesomeApi(vars.AWESOMEAPI_URL || AWESOMEAPI), vars.AWESOMEAPI_URL, AWESOMEAPI),
  'bcb-ptax': (vars) => eased(bcbPtax(vars.BCB_PTAX_URL || BCB_PTAX), vars.BCB_PTAX_URL, BCB_PTAX),
  [SIMULATED]: simulatedRate,
};

const GOLD_API = 'https://api.gold-api.com';
const SWISSQUOTE = 'https://forex-data-feed.swissquote.com';
const METALS_DEV = 'https://api.metals.dev';
const AWESOMEAPI = 'https://economia.awesomeapi.com.br';
export const BCB_PTAX = 'https://olinda.bcb.gov.br';

export function priceFeeds(vars: PriceVars): PriceFeeds {
  const metals = chosen(vars.PRICE_PROVIDERS, METAL_SOURCES, vars);
  const rates = ofSameKind(chosen(vars.FX_PROVIDERS, RATE_SOURCES, vars), kindOf(metals.sources));
  const names = (sources: readonly PriceProvider[]) =>
    sources
      .map((s) => s.name)
      .toSorted()
      .join('+') || 'none';
  const referenceAllowed = vars.ENVIRONMENT !== 'production' || vars.ALLOW_REFERENCE_PRICES === 'true';
  return {
    metals: metals.sources,
    rates: rates.sources,
    refused: [...metals.refused, ...rates.refused],
    kind: kindOf(metals.sources),
    bookKey: `${names(metals.sources)}/${names(rates.sources)}`,
    pollMs: pollMsFrom(vars.PRICE_POLL_MS),
    quotableLicences: referenceAllowed ? ['commercial', 'reference'] : ['commercial'],
  };
}

type Choice = { readonly sources: readonly PriceProvider[]; readonly refused: readonly RefusedSource[] };

/** One reply contains metals and the rate: a simulated part beside a real one would look real. */
function ofSameKind(rates: Choice, kind: FeedKind | null): Choice {
  if (kind === null || kindOf(rates.sources) === kind) return rates;
  const mixed = rates.sources.map(({ name }) => ({ name, reason: 'simulated-beside-real' as const }));
  return { sources: [], refused: [...rates.refused, ...mixed] };
}

function chosen(list: string | undefined, known: Readonly<Record<string, Make>>, vars: PriceVars): Choice {
  const wanted = [
    ...new Set(
      (list || SIMULATED)
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  const sources: PriceProvider[] = [];
  const refused: RefusedSource[] = [];
  for (const name of wanted) {
    const make = Object.hasOwn(known, name) ? known[name] : undefined;
    const source = make?.(vars) ?? null;
    if (make === undefined) refused.push({ name, reason: 'unknown' });
    else if (name === SIMULATED && vars.ENVIRONMENT === 'production')
      refused.push({ name, reason: 'simulated-in-production' });
    else if (name === SIMULATED && wanted.length > 1) refused.push({ name, reason: 'simulated-beside-real' });
    else if (source === null) refused.push({ name, reason: 'key-missing' });
    else sources.push(source);
  }
  return { sources, refused };
}

/**
 * A vendor's interval protects the vendor. At any other address (an own mirror, a recorded feed) the deployment's
 * own pace holds.
 */
function eased(provider: PriceProvider, url: string | undefined, vendor: string): PriceProvider {
  return !url || url.startsWith(vendor) ? provider : { ...provider, minIntervalMs: 0 };
}

function kindOf(sources: readonly PriceProvider[]): FeedKind | null {
  const [first] = sources;
  if (first === undefined) return null;
  return first.kind === 'simulated' ? 'simulated' : 'spot';
}

function pollMsFrom(text: string | undefined): number {
  const value = Number(text || DEFAULT_POLL_MS);
  if (!Number.isFinite(value)) return DEFAULT_POLL_MS;
  return Math.min(POLL_MS.max, Math.max(POLL_MS.min, Math.floor(value)));
}
