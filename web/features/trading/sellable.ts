import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/keys.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { freeOuncesE4 } from '../../../worker/domain/trades.ts';

/** The metals of which the customer may sell ounces; none for a visitor, and none while it is unknown. */
export function useSellable(signedIn: boolean): readonly TradedMetal[] {
  const { data } = useQuery({
    queryKey: queryKeys.portfolio,
    // On public pages: the typed client and the schemas load for customers only.
    queryFn: async () => (await import('./live-portfolio.ts')).OWN_PORTFOLIO.read(),
    enabled: signedIn,
  });
  return signedIn && data !== undefined ? sellableOf(data) : [];
}

export function sellableOf({ holdings }: Pick<Portfolio, 'holdings'>): TradedMetal[] {
  return holdings.filter((holding) => freeOuncesE4(holding) > 0).map(({ metal }) => metal);
}
