import { decimalInputText } from '../../i18n/parse-decimal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import tradeMessages from '#messages/trade.json';
import { TRADE_MIN_SUBTOTAL_CENTS } from '../../../worker/domain/limits.ts';
import { type Draft, type Preview, readSize } from './order.ts';

/** What is wrong with the amount as typed, in words; null while nothing is typed or nothing is wrong. */
export function useAmountError(draft: Draft, preview: Preview | null): string | null {
  const t = useMessages(tradeMessages);
  const f = useFormat();
  const read = readSize(draft, f.locale);
  if (!read.ok) {
    switch (read.reason) {
      case 'empty':
        return null;
      case 'format':
        return t('errors.format', { example: decimalInputText(f.locale, 12_500, 4) });
      case 'decimals':
        return t(draft.by === 'weight' ? 'errors.decimalsWeight' : 'errors.decimalsMoney');
      case 'range':
        return t('errors.range');
    }
  }
  const refusal = preview?.refusal ?? null;
  if (refusal === null) return null;
  if (refusal === 'TradeBelowMinimum') {
    return t('errors.TradeBelowMinimum', { smallest: f.moneyRound(TRADE_MIN_SUBTOTAL_CENTS) });
  }
  // The rule has one name for nothing and for too much; people need two sentences.
  const isZero =
    read.size.by !== 'max' && (read.size.by === 'weight' ? read.size.ouncesE4 : read.size.totalCents) === 0;
  if (refusal === 'InvalidAmount') return t(isZero ? 'errors.InvalidAmount' : 'errors.TooLarge');
  return t(`errors.${refusal}`);
}
