// The switches of the header, the phone's menu and the footer. A choice applies to this device at once; a signed-in user's
// choice is also saved to the account.

import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { applySettings } from '../features/account/choices.ts';
import { useSession } from '../features/auth/session.ts';
import { openInLanguage } from '../i18n/language-switch.ts';
import { type Locale, localisedPath, withoutLocale } from '../i18n/locale.ts';
import type { SettingsChange } from '../../worker/contract/settings.ts';

/** The promise settles once the choice is stored on this device; the account gets it now or, without a network, later. */
export function useChoose(): (change: SettingsChange) => Promise<void> {
  const client = useQueryClient();
  const { profile } = useSession();
  return async (change) => {
    applySettings(change);
    if (profile === null) return;
    const { saveChoice, showUnsavedToast } = await import('../features/account/settings.ts');
    saveChoice(client, profile.id, change).catch(() => showUnsavedToast());
  };
}

/** Remembers a language and opens the same page in it, with its query and fragment. */
export function useLanguageSwitch(): (locale: Locale) => void {
  const { pathname, search, hash } = useLocation();
  const choose = useChoose();
  return (language) => {
    const href = localisedPath(language, withoutLocale(pathname)) + search + hash;
    // The new document sends what this one stored and had no time to send.
    void choose({ language }).finally(() => openInLanguage(href));
  };
}
