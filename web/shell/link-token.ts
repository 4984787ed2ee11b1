// The token of a link out of a letter. It is in the fragment, which the server never sees: there is none before hydration.

import { useLocation } from 'react-router';
import { useHydrated } from '../i18n/use-hydrated.ts';

/** Null before hydration; empty where the address has none. */
export function useLinkToken(): string | null {
  const { hash } = useLocation();
  return useHydrated() ? (new URLSearchParams(hash.slice(1)).get('token') ?? '') : null;
}
