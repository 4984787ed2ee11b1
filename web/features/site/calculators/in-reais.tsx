import { useCurrency } from '../../../i18n/currency.ts';
import { brlCents } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useHydrated } from '../../../i18n/use-hydrated.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { usePrices } from '../../../live/live-prices.tsx';

/** The total at today's exchange rate, for those who count in reais. Its line is there before its figure is. */
export function InReais({ cents }: { readonly cents: number }) {
  const t = useMessages(calculatorsMessages);
  const f = useFormat();
  const currency = useCurrency();
  const hydrated = useHydrated();
  const rate = usePrices().data?.fx?.usdBrlE4;
  const shown = hydrated && currency === 'BRL' && rate !== undefined;
  return (
    <p className="calc-reais small muted num">
      {shown && t('inReais', { amount: f.moneyRound(wholeCents(brlCents(cents, rate)), 'BRL') })}
    </p>
  );
}

/** A projection is not exact to the centavo. */
function wholeCents(cents: number): number {
  return Math.round(cents / 100) * 100;
}
