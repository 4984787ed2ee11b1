import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { OPERATOR } from '../../worker/domain/operator.ts';
import { PriceLine } from '../features/prices/price-line.tsx';
import { figures } from '../i18n/figures.ts';
import { Link } from '../i18n/link.tsx';
import { LOCALES, withoutLocale } from '../i18n/locale.ts';
import { useLocale, useWords } from '../i18n/use-words.ts';
import { shellWords } from '../i18n/words/shell.ts';
import '../styles/newsletter.css';
import { Icon } from '../ui/icon.tsx';
import { late } from '../ui/late.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { rememberLanguage } from './language.ts';

const NewsletterForm = late(() =>
  import('../features/newsletter/newsletter-form.tsx').then((m) => m.NewsletterForm),
);

/** The year the site was built in, so that the prerendered page and the browser say the same. */
const YEAR = __BUILD_YEAR__;

export function Footer() {
  const t = useWords(shellWords);
  return (
    <footer className="footer">
      <div className="wrap">
        <PriceLine />
        <div className="footer-columns">
          <FooterBrand />
          <FooterColumn title={t('footer.platform')}>
            <Link to="/gold">{t('nav.gold')}</Link>
            <Link to="/silver">{t('nav.silver')}</Link>
            <Link to="/pricing">{t('footer.pricing')}</Link>
            <Link to="/tools">{t('nav.tools')}</Link>
          </FooterColumn>
          <FooterColumn title={t('footer.learn')}>
            <Link to="/learn">{t('footer.knowledge')}</Link>
            <Link to="/security">{t('nav.security')}</Link>
            <Link to="/gold#why">{t('footer.whyGold')}</Link>
            <Link to="/silver#why">{t('footer.whySilver')}</Link>
          </FooterColumn>
          <FooterColumn title={t('footer.company')}>
            <Link to="/about">{t('footer.aboutUs')}</Link>
            <Link to="/contact">{t('nav.contact')}</Link>
          </FooterColumn>
          <FooterColumn title={t('footer.legal')}>
            <Link to="/legal/terms">{t('footer.terms')}</Link>
            <Link to="/legal/privacy">{t('footer.privacy')}</Link>
            <Link to="/legal/disclaimer">{t('footer.disclaimer')}</Link>
            <Link to="/legal/risk">{t('footer.risk')}</Link>
          </FooterColumn>
          <section className="footer-newsletter" aria-labelledby="footer-newsletter">
            <h2 id="footer-newsletter">{t('footer.newsletter')}</h2>
            <NewsletterForm />
          </section>
        </div>
        <div className="footer-legal">
          <div>
            <p>
              <Icon name="lock" small />
              {t('footer.trust')}{' '}
              <Link to="/security" className="link">
                {t('footer.storage')}
              </Link>
            </p>
            <p>{t('footer.warning')}</p>
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

/** What /gold keeps of it (Account spec, section 2, shared page chrome). */
export function ReducedFooter() {
  const t = useWords(shellWords);
  return (
    <footer className="footer footer-reduced">
      <div className="wrap">
        <p>© {YEAR} Onça</p>
        <nav aria-label={t('footer.links')}>
          <Link to="/legal/disclaimer">{t('footer.disclaimer')}</Link>
          <Link to="/legal/privacy#cookies">{t('footer.cookies')}</Link>
          <Link to="/legal/terms">{t('footer.terms')}</Link>
          <Link to="/legal/privacy">{t('footer.privacy')}</Link>
        </nav>
      </div>
    </footer>
  );
}

function FooterBrand() {
  const t = useWords(shellWords);
  const locale = useLocale();
  return (
    <div className="footer-brand">
      <span className="brand">
        <Wordmark />
      </span>
      <p>{t('footer.about', figures(locale))}</p>
      <ul className="footer-reach">
        {OPERATOR.social.map(({ name, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener">
              {name}
            </a>
          </li>
        ))}
        <li>
          <Link to="/contact">
            <Icon name="mail" small />
            {t('footer.write')}
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
