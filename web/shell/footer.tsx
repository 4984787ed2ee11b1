import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../i18n/link.tsx';
import { LOCALES, withoutLocale } from '../i18n/locale.ts';
import { figures } from '../i18n/figures.ts';
import { useLocale, useWords } from '../i18n/use-words.ts';
import { shellWords } from '../i18n/words/shell.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { rememberLanguage } from './language.ts';

export function Footer() {
  const t = useWords(shellWords);
  const locale = useLocale();
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-columns">
          <div>
            <span className="brand">
              <Wordmark />
            </span>
            <p>{t('footer.about', figures(locale))}</p>
          </div>
          <FooterColumn title={t('footer.platform')}>
            <Link to="/#how">{t('nav.how')}</Link>
            <Link to="/#fees">{t('nav.fees')}</Link>
          </FooterColumn>
          <FooterColumn title={t('footer.account')}>
            <Link to="/signup">{t('account.getStarted')}</Link>
            <Link to="/login">{t('account.signIn')}</Link>
          </FooterColumn>
          <FooterColumn title={t('footer.legal')}>
            <Link to="/legal/terms">{t('footer.terms')}</Link>
            <Link to="/legal/privacy">{t('footer.privacy')}</Link>
            <Link to="/legal/risk">{t('footer.risk')}</Link>
          </FooterColumn>
        </div>
        <div className="footer-legal">
          <p>{t('footer.warning')}</p>
          <p className="footer-end">
            <OtherLanguages />
            <span>© 2026 Onça</span>
          </p>
        </div>
      </div>
    </footer>
  );
}

type FooterColumnProps = { readonly title: string; readonly children: readonly ReactNode[] };

function FooterColumn({ title, children }: FooterColumnProps) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {children.map((link, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a fixed list written above
          <li key={i}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}

/** Plain links to the same page in the other languages: they work before any script, and search engines follow them. */
function OtherLanguages() {
  const t = useWords(shellWords);
  const current = useLocale();
  const { pathname, search } = useLocation();
  const path = withoutLocale(pathname) + search;
  return LOCALES.filter((locale) => locale !== current).map((locale) => (
    <Link
      key={locale}
      to={path}
      locale={locale}
      lang={locale}
      hrefLang={locale}
      className="link"
      onClick={() => rememberLanguage(locale)}
    >
      {t(`language.${locale}`)}
    </Link>
  ));
}
