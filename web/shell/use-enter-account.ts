// Through the door: the account's look and language are on the screen before its first page is.

import { useQueryClient } from '@tanstack/react-query';
import { useEnter } from '../features/auth/after-sign-in.ts';
import { keepChoice, unsaved } from '../features/account/save-choice.ts';
import { fetchSettings } from '../features/account/settings.ts';
import type { SignedIn } from '../../worker/contract/sessions.ts';
import { applySettings, deviceChoices } from './apply-settings.ts';

/** Nobody waits longer at the door for colours; they then follow when the page has opened. */
const SETTINGS_WAIT_MS = 2_000;

/** After signing in this device follows the account. */
export function useEnterAccount(): (signedIn: SignedIn) => Promise<void> {
  const enter = useEnter();
  return async (signedIn) => {
    const settings = await fetchSettings(AbortSignal.timeout(SETTINGS_WAIT_MS)).catch(() => null);
    unsaved.forget();
    if (settings !== null) applySettings(settings);
    enter(signedIn, settings);
  };
}

/** After opening an account, the account follows what was chosen on this device. */
export function useEnterNewAccount(): (signedIn: SignedIn) => void {
  const client = useQueryClient();
  const enter = useEnter();
  return (signedIn) => {
    enter(signedIn, null);
    unsaved.forget();
    // What cannot be saved now is sent again when the page rests.
    void keepChoice(client, signedIn.session.user.id, deviceChoices()).catch(() => undefined);
  };
}
