// Who may open which page of the operators' area (P12): the server asks on every page, the interface on every
// move inside it.

/** The relevant facts of a signed-in visitor. */
export type AdminVisitor = { readonly isAdmin: boolean; readonly tier: 'standard' | 'premium' };

/** Pages that need tier premium as well. */
const PREMIUM_PAGES: ReadonlySet<string> = new Set(['/admin/submissions', '/admin/contacts']);

export function mayOpenAdminPage(path: string, visitor: AdminVisitor): boolean {
  return visitor.isAdmin && (visitor.tier === 'premium' || !PREMIUM_PAGES.has(path));
}

/** The redirect for a signed-in visitor without access: silent (A2). */
export const REFUSED_ADMIN_PAGE_LEADS_TO = '/dashboard';
