import { numberFormat } from '../../../worker/domain/number-format.ts';
import { INTL_TAG } from '../../i18n/locale.ts';
import { useLocale } from '../../i18n/use-messages.ts';

/** A number with exactly `digits` decimals: `5.002,3`. */
export function useDecimals(): (value: number, digits: number) => string {
  const locale = useLocale();
  return (value, digits) => numberFormat(INTL_TAG[locale], digits, digits).format(value);
}
