// Joins the account's settings and this device: what the account says is put on the screen, and what was chosen on the
// device before there was an account is carried into it.

import { chooseCurrency, storedCurrency } from '../i18n/currency.ts';
import type { SettingsChange } from '../../worker/contract/settings.ts';
import { rememberLanguage } from './language.ts';
import { chooseColourMode, choosePlatform, type ColourMode, storedTheme } from './theme.ts';

type Theme = NonNullable<SettingsChange['theme']>;

/** The account says `auto` where the device says `system`. */
export const themeOfMode = (mode: ColourMode): Theme => (mode === 'system' ? 'auto' : mode);
const modeOfTheme = (theme: Theme): ColourMode => (theme === 'auto' ? 'system' : theme);

/** Everything at once, in every tab of this device. The language is for the next visit: an open page keeps its address. */
export function applySettings(settings: SettingsChange): void {
  const { platform, theme, currency, language } = settings;
  if (platform !== undefined) choosePlatform(platform);
  if (theme !== undefined) chooseColourMode(modeOfTheme(theme));
  if (currency !== undefined) chooseCurrency(currency);
  if (language !== undefined) rememberLanguage(language);
}

/** What was chosen on this device by hand; nothing for what follows the system or the language. */
export function deviceChoices(): SettingsChange {
  const { platform, mode } = storedTheme();
  const currency = storedCurrency();
  return {
    ...(platform === null ? {} : { platform }),
    ...(mode === null ? {} : { theme: themeOfMode(mode) }),
    ...(currency === null ? {} : { currency }),
  };
}
