// What a page does after a sign-in or sign-up. The account's theme, currency and language apply before its first page opens.

import { useQueryClient } from '@tanstack/react-query';
import { applySettings, deviceChoices } from '../features/account/choices.ts';
import { fetchSettings, saveChoice, unsaved } from '../features/account/settings.ts';
import { useStartSession } from '../features/auth/start-session.ts';
import type { SignedIn } from '../../worker/contract/sessions.ts';

/** Slower settings apply after the page has opened. */
const SETTINGS_WAIT_MS = 2_000;

/** After a sign-in this device takes over the account's settings. */
export function useAfterSignIn(): (signedIn: SignedIn) => Promise<void> {
  const start = useStartSession();
  return async (signedIn) => {
    const settings = await fetchSettings(AbortSignal.timeout(SETTINGS_WAIT_MS)).catch(() => null);
    unsaved.forget();
    if (settings !== null) applySettings(settings);
    start(signedIn, settings);
  };
}

/** After a sign-up the account takes over the choices of this device. */
export function useAfterSignUp(): (signedIn: SignedIn) => void {
  const client = useQueryClient();
  const start = useStartSession();
  return (signedIn) => {
    start(signedIn, null);
    unsaved.forget();
    // A choice that cannot be saved now is sent again later.
    void saveChoice(client, signedIn.session.user.id, deviceChoices()).catch(() => undefined);
  };
}
