import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SITE_OWNER } from '../../worker/domain/site-owner.ts';
import { NewsletterForm } from '../features/site/newsletter-form.tsx';
import { PriceLine } from '../features/prices/price-line.tsx';
import { businessTerms } from '../i18n/business-terms.ts';
import { Link } from '../i18n/link.tsx';
import { LOCALES, withoutLocale } from '../i18n/locale.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import lateMessages from '#messages/shell-late.json';
import { Icon } from '../ui/icon.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { useLanguageSwitch } from './use-choose.ts';

/** The year of the build, so that the prerendered page and the browser render the same. */
const YEAR = __BUILD_YEAR__;

/**
 * Late (site.tsx): its code, its texts and the newsletter form load when it nears the viewport. Its style is in
 * app.css.
 */
export default function Footer() {
  const path = withoutLocale(useLocation().pathname);
  return path === '/gold' ? <ReducedFooter /> : <FullFooter />;
}

function FullFooter() {
  const t = useMessages(lateMessages.footer);
  const shell = useMessages(shellMessages);
  return (
    <footer className="footer">
      <div className="wrap">
        <PriceLine />
        <div className="footer-columns">
          <FooterBrand />
          <FooterColumn title={t('platform')}>
            <Link to="/gold">{shell('nav.gold')}</Link>
            <Link to="/silver">{shell('nav.silver')}</Link>
            <Link to="/pricing">{t('pricing')}</Link>
            <Link to="/tools">{shell('nav.tools')}</Link>
          </FooterColumn>
          <FooterColumn title={t('learn')}>
            <Link to="/learn">{t('knowledge')}</Link>
            <Link to="/security">{shell('nav.security')}</Link>
            <Link to="/gold#why">{t('whyGold')}</Link>
            <Link to="/silver#why">{t('whySilver')}</Link>
          </FooterColumn>
          <FooterColumn title={t('company')}>
            <Link to="/about">{t('aboutUs')}</Link>
            <Link to="/contact">{shell('nav.contact')}</Link>
            <Link to="/verify">{t('verify')}</Link>
          </FooterColumn>
          <FooterColumn title={t('legal')}>
            <Link to="/legal/terms">{t('terms')}</Link>
            <Link to="/legal/privacy">{t('privacy')}</Link>
            <Link to="/legal/disclaimer">{t('disclaimer')}</Link>
            <Link to="/legal/risk">{t('risk')}</Link>
          </FooterColumn>
          <section className="footer-newsletter" aria-labelledby="footer-newsletter">
            <h2 id="footer-newsletter">{t('newsletter')}</h2>
            <NewsletterForm />
          </section>
        </div>
        <div className="footer-legal">
          <div>
            <p>
              <Icon name="lock" small />
              {t('trust')}{' '}
              <Link to="/security" className="link">
                {t('storage')}
              </Link>
            </p>
            <p>{t('warning')}</p>
          </div>
          <p className="footer-end">
            <OtherLanguages />
            <span>© {YEAR} Onça</span>
          </p>
        </div>
      </div>
    </footer>
  );
}

/** The footer of /gold (A2, shared page chrome). */
function ReducedFooter() {
  const t = useMessages(lateMessages.footer);
  return (
    <footer className="footer footer-reduced">
      <div className="wrap">
        <p>© {YEAR} Onça</p>
        <nav aria-label={t('links')}>
          <Link to="/legal/disclaimer">{t('disclaimer')}</Link>
          <Link to="/legal/privacy#cookies">{t('cookies')}</Link>
          <Link to="/legal/terms">{t('terms')}</Link>
          <Link to="/legal/privacy">{t('privacy')}</Link>
        </nav>
      </div>
    </footer>
  );
}

function FooterBrand() {
  const t = useMessages(lateMessages.footer);
  const locale = useLocale();
  return (
    <div className="footer-brand">
      <span className="brand">
        <Wordmark />
      </span>
      <p>{t('about', businessTerms(locale))}</p>
      <ul className="footer-reach">
        {SITE_OWNER.social.map(({ name, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener">
              {name}
            </a>
          </li>
        ))}
        <li>
          <Link to="/contact">
            <Icon name="mail" small />
            {t('write')}
          </Link>
        </li>
      </ul>
    </div>
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
  const m = useMessages(lateMessages.menus);
  const current = useLocale();
  const { pathname, search } = useLocation();
  const open = useLanguageSwitch();
  const path = withoutLocale(pathname) + search;
  return LOCALES.filter((locale) => locale !== current).map((locale) => (
    <Link
      key={locale}
      to={path}
      locale={locale}
      lang={locale}
      hrefLang={locale}
      className="link"
      onClick={(event) => {
        // The browser handles a click that opens a new tab or window.
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(locale);
      }}
    >
      {m(`language.${locale}`)}
    </Link>
  ));
}
