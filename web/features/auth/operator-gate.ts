// Who may open the operators' pages, for navigation inside the app: the server's rule for its pages (domain/admin-pages.ts).

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { adminPageLeadsTo } from '../../../worker/domain/admin-pages.ts';
import { queryKeys } from '../../api/keys.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import { withoutLocale } from '../../i18n/locale.ts';
import { useSignInGate } from './sign-in-gate.tsx';
import type { SessionView } from './session.ts';

/**
 * Sends visitors to the sign-in page and back, customers to their dashboard without a message, and operators without a second
 * factor to where they add one.
 */
export function useOperatorGate(): SessionView & { readonly allowed: boolean } {
  const session = useSignInGate();
  const navigate = useLocalisedNavigate();
  const path = withoutLocale(useLocation().pathname);
  const { profile } = session;
  const elsewhere = profile === null ? null : adminPageLeadsTo(path, profile);
  const allowed = profile !== null && elsewhere === null;
  useEffect(() => {
    if (elsewhere !== null) navigate(elsewhere, { replace: true });
  }, [elsewhere, navigate]);
  useAskAgainWhenForbidden();
  return { ...session, allowed };
}

const ROLE_LOST: ReadonlySet<string> = new Set(['Forbidden', 'SecondFactorNeeded']);

/** Whoever lost a role or the second factor is refused: the session is then read again. */
function useAskAgainWhenForbidden(): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = (error: unknown) => {
      if (error instanceof ProblemError && ROLE_LOST.has(error.problem.code)) {
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
