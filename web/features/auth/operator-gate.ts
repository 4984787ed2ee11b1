// Who may open the operators' pages, for navigation inside the app: the server's rule for its pages (domain/admin-pages.ts).

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { mayOpenAdminPage, REFUSED_ADMIN_PAGE_LEADS_TO } from '../../../worker/domain/admin-pages.ts';
import { queryKeys } from '../../api/keys.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { withoutLocale } from '../../i18n/locale.ts';
import { useSignInGate } from './sign-in-gate.tsx';
import type { SessionView } from './session.ts';

/** Sends visitors to the sign-in page and back, and customers to their dashboard without a message. */
export function useOperatorGate(): SessionView & { readonly allowed: boolean } {
  const session = useSignInGate();
  const navigate = useLocalisedNavigate();
  const path = withoutLocale(useLocation().pathname);
  const { profile } = session;
  const allowed = profile !== null && mayOpenAdminPage(path, profile);
  const refused = profile !== null && !allowed;
  useEffect(() => {
    if (refused) navigate(REFUSED_ADMIN_PAGE_LEADS_TO, { replace: true });
  }, [refused, navigate]);
  useAskAgainWhenForbidden();
  return { ...session, allowed };
}

/** A user who is no longer an operator gets Forbidden: the session is then read again. */
function useAskAgainWhenForbidden(): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = (error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'Forbidden') {
        void client.invalidateQueries({ queryKey: queryKeys.session });
      }
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') again(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') again(event.action.error);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client]);
}
