// A tariff of the exchange: how each stands today, and what an operator typed of one, read as the server will read it.

import * as v from 'valibot';
import type { Locale } from '../../../i18n/locale.ts';
import { parseDecimal } from '../../../i18n/parse-decimal.ts';
import {
  type ExchangeTariffProposal,
  ExchangeTariffRequest,
  type ExchangeTariffsReport,
} from '../../../../worker/contract/operators/reais.ts';

/** Of announced ones: `inForce`, `ahead` of its day, or `replaced` by one of a later day. */
export type Standing =
  | Exclude<ExchangeTariffProposal['state'], 'announced'>
  | 'inForce'
  | 'ahead'
  | 'replaced';

export function standingOf(
  { id, state, fromDay }: Pick<ExchangeTariffProposal, 'id' | 'state' | 'fromDay'>,
  { inForce, earliest }: Pick<ExchangeTariffsReport, 'inForce' | 'earliest'>,
): Standing {
  if (state !== 'announced') return state;
  if (id === inForce?.id) return 'inForce';
  return fromDay > earliest ? 'ahead' : 'replaced';
}

/** Why none can begin on this day: it is over, or another one begins then. */
export function dayFault(
  fromDay: string,
  { tariffs, earliest }: Pick<ExchangeTariffsReport, 'tariffs' | 'earliest'>,
): 'early' | 'taken' | null {
  if (fromDay < earliest) return 'early';
  return tariffs.some((other) => other.state === 'announced' && other.fromDay === fromDay) ? 'taken' : null;
}

export type TypedExchange = {
  readonly fromDay: string;
  /** In percent. */
  readonly spread: string;
  readonly iof: string;
  readonly legalBasis: string;
};

type Fault = 'early' | 'taken' | 'number' | 'most' | 'short';

export type ReadExchange = {
  /** Null while something is missing or wrong. */
  readonly request: ExchangeTariffRequest | null;
  readonly faults: Readonly<Record<keyof TypedExchange, Fault | null>>;
};

const { spreadBasisPoints, iofBasisPoints, legalBasis } = ExchangeTariffRequest.entries;

/** A percentage with two decimals is a whole number of basis points. */
function readPercent(
  locale: Locale,
  text: string,
  rule: typeof spreadBasisPoints,
): { readonly basisPoints: number | null; readonly fault: Fault | null } {
  const read = parseDecimal(locale, text.trim().replace(/%$/u, ''), 2);
  if (!read.ok) return { basisPoints: null, fault: read.reason === 'range' ? 'most' : 'number' };
  return { basisPoints: read.units, fault: v.is(rule, read.units) ? null : 'most' };
}

export function readExchange(
  typed: TypedExchange,
  report: Pick<ExchangeTariffsReport, 'tariffs' | 'earliest'>,
  locale: Locale,
): ReadExchange {
  const spread = readPercent(locale, typed.spread, spreadBasisPoints);
  const iof = readPercent(locale, typed.iof, iofBasisPoints);
  const faults = {
    fromDay: dayFault(typed.fromDay, report),
    spread: spread.fault,
    iof: iof.fault,
    legalBasis: v.is(legalBasis, typed.legalBasis) ? null : ('short' as const),
  };
  const read = v.safeParse(ExchangeTariffRequest, {
    fromDay: typed.fromDay,
    spreadBasisPoints: spread.basisPoints,
    iofBasisPoints: iof.basisPoints,
    legalBasis: typed.legalBasis,
  });
  return { request: read.success && faults.fromDay === null ? read.output : null, faults };
}
