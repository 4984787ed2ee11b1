// Who may open which page of the operators' area (P12, P51): the server asks on every page, the interface on every
// move inside it.

import { type Capability, may, type OperatorFacts } from './operator-roles.ts';

/** The pages in the order of the rail, with what opens each. */
export const ADMIN_PAGES = {
  '/admin': 'customers.read',
  '/admin/today': 'area.open',
  '/admin/identities': 'identities.read',
  '/admin/images': 'images.read',
  '/admin/submissions': 'submissions.read',
  '/admin/contacts': 'contacts.read',
  '/admin/feed': 'feed.read',
  '/admin/figures': 'figures.read',
  '/admin/incident': 'incident.read',
  '/admin/withdrawals': 'withdrawals.read',
  '/admin/deposits': 'deposits.read',
  '/admin/ledger': 'ledger.read',
  '/admin/tariff': 'ledger.read',
  '/admin/closes': 'ledger.read',
  '/admin/bars': 'bars.read',
  '/admin/treasury': 'treasury.read',
  '/admin/reconciliation': 'reconciliation.read',
  '/admin/mail': 'mail.read',
  '/admin/audit': 'audit.read',
  '/admin/operators': 'operators.read',
  '/admin/customer': 'customers.read',
} as const satisfies Readonly<Record<string, Capability>>;

/** Where an operator without a second factor adds one; the page says why he is there. */
const ENROLMENT_PAGE = '/profile/security?for=operators';
/** Silent, for a signed-in visitor without access (A2). */
const NO_ACCESS_LEADS_TO = '/dashboard';

/** Null: the page may be opened. Otherwise the unprefixed path where the visitor goes instead. */
export function adminPageLeadsTo(path: string, visitor: OperatorFacts): string | null {
  if (!visitor.isAdmin) return NO_ACCESS_LEADS_TO;
  if (!visitor.hasFactor) return ENROLMENT_PAGE;
  const needed: Capability = Object.hasOwn(ADMIN_PAGES, path)
    ? ADMIN_PAGES[path as keyof typeof ADMIN_PAGES]
    : 'area.open';
  if (may(visitor, needed)) return null;
  return path === '/admin' ? firstAdminPage(visitor) : NO_ACCESS_LEADS_TO;
}

/** Where the link to the area leads an operator. */
function firstAdminPage(visitor: OperatorFacts): string {
  return Object.entries(ADMIN_PAGES).find(([, needed]) => may(visitor, needed))?.[0] ?? NO_ACCESS_LEADS_TO;
}
