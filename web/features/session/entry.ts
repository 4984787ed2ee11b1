// The two doors into the account, and where they lead.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useLocalisedNavigate } from '../../i18n/link.tsx';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import { useSession } from './queries.ts';
import { safeReturnPath } from './return-path.ts';
import { beginSession } from './transitions.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';

/** Takes a fresh session in and goes where the customer wanted to be. */
export function useEnter(): (signedIn: SignedIn) => void {
  const client = useQueryClient();
  const navigate = useLocalisedNavigate();
  const [query] = useSearchParams();
  return (signedIn) => {
    beginSession(client, signedIn);
    navigate(safeReturnPath(query.get('next')), { replace: true });
  };
}

/** Who is signed in already, also in another tab meanwhile, has no business at the door. */
export function useLeaveWhenSignedIn(): void {
  const { status } = useSession();
  const navigate = useLocalisedNavigate();
  const [query] = useSearchParams();
  const back = safeReturnPath(query.get('next'));
  useEffect(() => {
    if (status === 'in') navigate(back, { replace: true });
  }, [status, back, navigate]);
}

/** The other door keeps the way back. */
export function useOtherDoor(path: '/login' | '/signup'): string {
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const next = hydrated ? query.get('next') : null;
  return next === null ? path : `${path}?next=${encodeURIComponent(safeReturnPath(next))}`;
}
