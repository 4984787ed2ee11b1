// The header's pages, by their names. In the first load of every page.

import { useSession } from '../features/auth/session.ts';

/** The header's six (A2, shared page chrome): pricing is called Buy. */
export const HEADER_LINKS = [
  { to: '/gold', name: 'nav.gold' },
  { to: '/silver', name: 'nav.silver' },
  { to: '/pricing', name: 'nav.buy' },
  { to: '/learn', name: 'nav.learn' },
  { to: '/about', name: 'nav.about' },
  { to: '/contact', name: 'nav.contact' },
] as const;

/** What `ticketPath` makes of a purchase of gold, whose code loads later. A test compares the two. */
export const BUY_GOLD = '/dashboard?trade=buy&metal=gold';

/** Where a link leads: "Buy" opens the ticket for a customer, and shows a visitor what buying costs (P41). */
export function useWay(to: string): string {
  const { status } = useSession();
  return status === 'in' && to === '/pricing' ? BUY_GOLD : to;
}
