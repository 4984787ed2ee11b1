// The switches of the header, the phone's menu and the footer: each takes effect on this device at once and, for a customer
// who is signed in, is saved to the account. The code that saves comes with the first choice.

import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../features/auth/session.ts';
import { chooseCurrency } from '../i18n/currency.ts';
import type { Currency } from '../i18n/format.ts';
import type { Locale } from '../i18n/locale.ts';
import { useLocale } from '../i18n/use-words.ts';
import type { SettingsChange } from '../../worker/contract/settings.ts';
import { themeOfMode } from './apply-settings.ts';
import { rememberLanguage } from './language.ts';
import { chooseColourMode, choosePlatform, type ColourMode, type Platform } from './theme.ts';

export function useChoices() {
  const client = useQueryClient();
  const locale = useLocale();
  const { profile } = useSession();
  const keep = (change: SettingsChange) => {
    if (profile === null) return;
    void import('./keep-choice.ts').then(({ keepChoiceOrSay }) =>
      keepChoiceOrSay({ client, userId: profile.id, change, locale }),
    );
  };
  return {
    platform(platform: Platform): void {
      choosePlatform(platform);
      keep({ platform });
    },
    mode(mode: ColourMode): void {
      chooseColourMode(mode);
      keep({ theme: themeOfMode(mode) });
    },
    currency(currency: Currency): void {
      chooseCurrency(currency);
      keep({ currency });
    },
    /** The address changes the page; this is for the next visit. */
    language(language: Locale): void {
      rememberLanguage(language);
      keep({ language });
    },
  };
}
