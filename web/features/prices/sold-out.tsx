import { useFreeStockE4 } from '../../api/stock.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { Note } from '../../ui/note.tsx';

/** Nothing of it can be bought now; who owns some can sell it. Draws nothing where it can, or nobody knows yet. */
export function SoldOut({ metal }: { readonly metal: TradedMetal }) {
  const t = useMessages(marketMessages.soldOut);
  if (useFreeStockE4(metal) !== 0) return null;
  return (
    <div className="wrap sold-out">
      <Note tone="warning" icon="info" title={t(`${metal}.title`)}>
        {t(`${metal}.text`)}
      </Note>
    </div>
  );
}
