// The settings that this device remembers too: platform, theme, currency, unit of weight and language. settings.ts saves them to
// the account; its code loads with the first choice of a signed-in user.

import { LOCALE_COOKIE } from '../../../worker/domain/cookie-names.ts';
import { writeChoiceCookie } from '../../api/choice-cookie.ts';
import { storedCurrency } from '../../i18n/currency.ts';
import { storedWeightUnit } from '../../i18n/weight-unit.ts';
import type { SettingsChange } from '../../../worker/contract/settings.ts';
import { chosenAppearance, choosePlatform, chooseTheme } from './theme.ts';

/** Applies settings to this device, in every tab. An open page keeps its language: its address decides it. */
export function applySettings({ platform, theme, currency, weightUnit, language }: SettingsChange): void {
  if (platform !== undefined) choosePlatform(platform);
  if (theme !== undefined) chooseTheme(theme);
  if (currency !== undefined) storedCurrency.write(currency);
  if (weightUnit !== undefined) storedWeightUnit.write(weightUnit);
  if (language !== undefined) rememberLanguage(language);
}

/** What was chosen on this device; nothing for a default, which follows the system or the language. */
export function deviceChoices(): SettingsChange {
  const currency = storedCurrency.read();
  const weightUnit = storedWeightUnit.read();
  return {
    ...chosenAppearance(),
    ...(currency === null ? {} : { currency }),
    ...(weightUnit === null ? {} : { weightUnit }),
  };
}

const YEAR_S = 365 * 24 * 60 * 60;

/** For the server, on the next visit to an address without a language (A9). */
function rememberLanguage(language: NonNullable<SettingsChange['language']>): void {
  writeChoiceCookie(LOCALE_COOKIE, language, YEAR_S);
}
