// A metal's live price in the leading currency, written into the page by the Worker, and what stands beside it: the
// dollars, and the price per gram. Where grams stand beside it, every price names its own unit (P50).

import { perGramCents } from '../../../worker/domain/per-gram.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { displayOf, inCurrency, useDisplay } from '../../i18n/display.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSpot } from './use-spot.ts';

type SpotMoneyProps = { readonly metal: Metal; readonly big?: boolean };

export function SpotMoney({ metal, big = false }: SpotMoneyProps) {
  const { cents, rate, prices } = useSpot(metal);
  const { leads } = displayOf(useCurrency(), rate);
  const shown = inCurrency(cents, leads, rate ?? null);
  if (big && prices !== undefined && shown !== null) {
    return <Money key="known" cents={shown} currency={leads} big />;
  }
  const slot = leads === 'BRL' ? `${metal}-BRL` : metal;
  // Keyed: an appearing figure is a new element and no layout shift.
  return (
    <Money key={shown === null ? 'waiting' : `known ${leads}`} cents={shown} currency={leads} slot={slot} />
  );
}

type SpotBesideProps = { readonly metal: Metal; readonly className?: string; readonly perGram?: boolean };

/** Lines that keep their place while they wait; nothing where an ounce in dollars says it all. */
export function SpotBeside({ metal, className, perGram = true }: SpotBesideProps) {
  const { price, prices } = useSpot(metal);
  const { beside, rate } = useDisplay();
  const grams = useWeightUnit() === 'g' && perGram;
  if (beside === null && !grams) return null;
  const cents = price?.priceCents ?? null;
  const known = prices !== undefined;
  return (
    <span key={known ? 'known' : 'waiting'} className={classes('spot-beside num', className)}>
      {beside !== null &&
        (known ? (
          <span>
            <Money cents={inCurrency(cents, beside, rate)} currency={beside} />
            {grams && '/oz'}
          </span>
        ) : (
          <Skeleton shape="short" />
        ))}
      {grams && (known ? <PerGram cents={cents} /> : <Skeleton shape="short" />)}
    </span>
  );
}

/** A price per ounce, in US cents, as the price of a gram in the leading currency. */
export function PerGram({ cents }: { readonly cents: number | null }) {
  const { leads, rate } = useDisplay();
  const shown = inCurrency(cents, leads, rate);
  return (
    <span data-unit="g">
      <Money cents={shown === null ? null : perGramCents(shown)} currency={leads} />
      /g
    </span>
  );
}

/** How many lines stand beside a price, for boxes of constant height. */
export function useLinesBeside(): 0 | 1 | 2 {
  const { beside } = useDisplay();
  const lines = (beside === null ? 0 : 1) + (useWeightUnit() === 'g' ? 1 : 0);
  return lines as 0 | 1 | 2;
}
