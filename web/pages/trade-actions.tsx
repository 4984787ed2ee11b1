// Where the site sells: a public page leads to the order ticket. Buying is open to all, since a visitor signs in on the
// way (ticket-path.ts); selling to customers who have something to sell.

import { StartLink } from '../features/auth/start-link.tsx';
import { useSession } from '../features/auth/session.ts';
import { useSellable } from '../features/trading/sellable.ts';
import { useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import tradeLinksMessages from '#messages/trade-links.json';
import { LinkButton } from '../ui/button.tsx';
import { SteadyText } from '../ui/steady-text.tsx';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { ticketPath } from '../../worker/domain/ticket-path.ts';

type TradeActionsProps = {
  /** Of a page about one metal; the ticket of another page begins with gold. */
  readonly metal?: TradedMetal | undefined;
  /** What a customer with nothing to sell is offered instead. */
  readonly otherwise: 'pricing' | 'tools';
};

/** The two buttons of a page's head. */
export function TradeActions({ metal, otherwise }: TradeActionsProps) {
  const t = useMessages(tradeLinksMessages);
  return (
    <>
      <LinkButton to={ticketPath({ side: 'buy', metal: metal ?? 'gold' })} variant="primary" size="large">
        {t(`buy.${metal ?? 'any'}`)}
      </LinkButton>
      <SecondAction metal={metal} otherwise={otherwise} />
    </>
  );
}

function SecondAction({ metal, otherwise }: TradeActionsProps) {
  const t = useMessages(tradeLinksMessages);
  const start = useMessages(commonMessages.start)('open');
  const sell = t(`sell.${metal ?? 'any'}`);
  const other = t(otherwise);
  const signedIn = useSession().status === 'in';
  const sellable = useSellable(signedIn);
  const sold = metal === undefined ? sellable[0] : sellable.find((one) => one === metal);
  const [to, shown] = !signedIn
    ? ['/signup', start]
    : sold === undefined
      ? [`/${otherwise}`, other]
      : [ticketPath({ side: 'sell', metal: sold }), sell];
  return (
    <LinkButton to={to} size="large">
      <SteadyText texts={[start, sell, other]} shown={shown} />
    </LinkButton>
  );
}

/** The button of a metal's last call: an account for a visitor, the ticket for a customer. */
export function BuyOrStart({ metal }: { readonly metal: TradedMetal }) {
  const t = useMessages(tradeLinksMessages);
  return (
    <StartLink
      variant="inverse"
      size="large"
      inside={{ to: ticketPath({ side: 'buy', metal }), text: t(`buy.${metal}`) }}
    />
  );
}
