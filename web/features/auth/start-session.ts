// What the sign-in and sign-up pages share: starting the session, and the way back to the page the user came from.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { queryKeys } from '../../api/keys.ts';
import { localisedPath } from '../../i18n/locale.ts';
import { useLocale } from '../../i18n/use-messages.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import type { SettingsReply } from '../../../worker/contract/settings.ts';
import { useSession } from './session.ts';
import { safeReturnPath } from './return-path.ts';
import { beginSession } from './session-transitions.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';

/** Starts a session in this page and opens the page that the user came for. */
export function useStartSession(): (signedIn: SignedIn, settings: SettingsReply | null) => void {
  const client = useQueryClient();
  const goBack = useGoBack();
  return (signedIn, settings) => {
    beginSession(client, signedIn);
    if (settings !== null) client.setQueryData(queryKeys.settings, settings);
    goBack();
  };
}

/** Opens the page of `?next=` in the language that the user signs in with; the account's is for e-mails and other visits (P39). */
function useGoBack(): () => void {
  const locale = useLocale();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const back = safeReturnPath(query.get('next'));
  return useCallback(() => {
    void navigate(localisedPath(locale, back), { replace: true });
  }, [locale, navigate, back]);
}

/** For sign-in and sign-up pages: a user who is already signed in, perhaps in another tab, is sent on. */
export function useLeaveWhenSignedIn(): void {
  const { status } = useSession();
  const goBack = useGoBack();
  useEffect(() => {
    if (status === 'in') goBack();
  }, [status, goBack]);
}

/** The link to the other of the two pages; it keeps `?next=`. */
export function useAuthLink(path: '/login' | '/signup'): string {
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const next = hydrated ? query.get('next') : null;
  return next === null ? path : `${path}?next=${encodeURIComponent(safeReturnPath(next))}`;
}
