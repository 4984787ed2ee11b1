import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { TreasuryOrder } from '../../../../worker/contract/operators/treasury.ts';

/** What an order moved, in words. */
export function useOrderText() {
  const t = useMessages(messages.orders);
  const f = useFormat();
  return ({ usdCents, brlCents }: Pick<TreasuryOrder, 'usdCents' | 'brlCents'>) =>
    usdCents === null
      ? f.money(brlCents, 'BRL')
      : t('amounts', { usd: f.money(usdCents), brl: f.money(brlCents, 'BRL') });
}
