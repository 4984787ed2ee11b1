// The unit in which weights are shown, remembered on this device; by default it follows the language. Orders and the
// ledger count troy ounces (P50).

import type { WeightUnit } from '../../worker/domain/settings-rules.ts';
import { stored } from '../api/stored.ts';
import { useLocale } from './use-messages.ts';

/** Null while it follows the language. */
export const storedWeightUnit = stored('weightUnit', (text): WeightUnit | null =>
  text === 'oz' || text === 'g' ? text : null,
);

export function useWeightUnit(): WeightUnit {
  const locale = useLocale();
  return storedWeightUnit.use() ?? (locale === 'pt-BR' ? 'g' : 'oz');
}
