import { useLocation, useNavigate } from 'react-router';
import { type Locale, localisedPath, withoutLocale } from '../i18n/locale.ts';
import { rememberLanguage } from './language.ts';

/** Goes to the same page in another language, keeping query and fragment, and remembers the choice. */
export function useLanguageSwitch(): (locale: Locale) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (locale) => {
    rememberLanguage(locale);
    void navigate(localisedPath(locale, withoutLocale(pathname)) + search + hash, {
      preventScrollReset: true,
    });
  };
}
