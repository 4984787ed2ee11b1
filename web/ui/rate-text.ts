import { useDisplay } from '../i18n/display.ts';
import type { DateStyle } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';

/** `US$ 1 = R$ 5,3040 · 14:32:08`; null where dollars stand alone, or nobody knows the rate. */
export function useRateText(time: DateStyle = 'clock'): string | null {
  const f = useFormat();
  const { beside, rate } = useDisplay();
  if (beside === null || rate === null) return null;
  return `US$ 1 = R$ ${f.rate(rate.usdBrlE4)} · ${f.dateTime(rate.asOf, time)}`;
}
