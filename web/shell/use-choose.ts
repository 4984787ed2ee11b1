// The switches of the header, the phone's menu and the footer. A choice applies to this device at once; a signed-in user's
// choice is also saved to the account.

import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { applySettings } from '../features/account/choices.ts';
import { useSession } from '../features/auth/session.ts';
import { type Locale, localisedPath, withoutLocale } from '../i18n/locale.ts';
import { useLocale } from '../i18n/use-messages.ts';
import type { SettingsChange } from '../../worker/contract/settings.ts';

export function useChoose(): (change: SettingsChange) => void {
  const client = useQueryClient();
  const locale = useLocale();
  const { profile } = useSession();
  return (change) => {
    applySettings(change);
    if (profile === null) return;
    void import('../features/account/settings.ts').then(({ saveChoice, sayUnsaved }) =>
      saveChoice(client, profile.id, change).catch(() => sayUnsaved(locale)),
    );
  };
}

/** Remembers a language and opens the same page in it, with its query and fragment. */
export function useLanguageSwitch(): (locale: Locale) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const choose = useChoose();
  return (language) => {
    choose({ language });
    void navigate(localisedPath(language, withoutLocale(pathname)) + search + hash, {
      preventScrollReset: true,
    });
  };
}
