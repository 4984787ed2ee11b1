import { useLocation, useNavigate } from 'react-router';
import { type Locale, localisedPath, withoutLocale } from '../i18n/locale.ts';
import { useChoices } from './use-choices.ts';

/** Goes to the same page in another language, keeping query and fragment, and remembers the choice. */
export function useLanguageSwitch(): (locale: Locale) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const choose = useChoices();
  return (locale) => {
    choose.language(locale);
    void navigate(localisedPath(locale, withoutLocale(pathname)) + search + hash, {
      preventScrollReset: true,
    });
  };
}
