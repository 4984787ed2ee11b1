import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { Asset } from '../../../../worker/domain/operations.ts';

/** An amount in the unit of its asset, and the asset's name. */
export function useAssetText() {
  const t = useMessages(messages.assets);
  const f = useFormat();
  return {
    nameOf: (asset: Asset): string => t(asset),
    amountOf(asset: Asset, amount: number): string {
      switch (asset) {
        case 'usd':
          return f.money(amount);
        case 'brl':
          return f.money(amount, 'BRL');
        case 'gold':
        case 'silver':
          return f.weight(amount);
      }
    },
  };
}
