import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../features/auth/session.ts';
import { useCurrency } from '../i18n/currency.ts';
import { CURRENCY_SIGN } from '../i18n/format.ts';
import { useWeightUnit } from '../i18n/weight-unit.ts';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LinkButton } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { HEADER_LINKS, useWay } from './site-links.ts';
import { useScrolledPast } from './use-scrolled-past.ts';
import { lazyPart } from '../ui/lazy-part.ts';

/** Beyond this the header is translucent (A2). */
const TRANSLUCENT_AFTER_PX = 20;

const menus = () => import('./header-menus.tsx');
const preload = () => void menus().catch(() => undefined);
const CurrencyMenu = lazyPart(menus, 'CurrencyMenu');
const LanguageMenu = lazyPart(menus, 'LanguageMenu');
const MoreMenu = lazyPart(menus, 'MoreMenu');
const ThemeMenu = lazyPart(menus, 'ThemeMenu');
const AccountMenu = lazyPart(menus, 'AccountMenu');

export function Header({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  const t = useMessages(shellMessages);
  const scrolled = useScrolledPast(TRANSLUCENT_AFTER_PX);
  return (
    <header className={classes('site-header', scrolled && 'site-header-scrolled')}>
      <div className="wrap site-header-row">
        <Brand />
        <nav className="site-nav only-wide" aria-label={t('nav.label')}>
          {HEADER_LINKS.map(({ to, name }) => (
            <NavLink key={to} to={to}>
              {t(name)}
            </NavLink>
          ))}
          <MenuButton className="site-nav-more" label={t('nav.more')} popup={MoreMenu} preload={preload}>
            {t('nav.more')}
            <Icon name="down" small />
          </MenuButton>
        </nav>
        <div className="site-tools">
          <PreferenceMenus />
          <div className="account-slot">
            {/* Filled by overlays.tsx when the page is idle. */}
            <span id="bell" className="bell-place" />
            <AccountActions />
          </div>
          <span className="only-narrow">
            <IconButton icon="menu" label={t('menu.open')} aria-haspopup="dialog" onClick={onOpenMenu} />
          </span>
        </div>
      </div>
    </header>
  );
}

export function Brand() {
  const t = useMessages(shellMessages);
  return (
    <Link to="/" className="brand" aria-label={t('brand')}>
      <Wordmark />
    </Link>
  );
}

type NavLinkProps = {
  readonly to: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
};

/** Marks the page that is open. */
export function NavLink({ to, ...rest }: NavLinkProps) {
  const way = useWay(to);
  const here = withoutLocale(useLocation().pathname) === way;
  return <Link to={way} aria-current={here ? 'page' : undefined} {...rest} />;
}

type PreferenceMenusProps = {
  /** Operators work in the currency of the ledger. */
  readonly withCurrency?: boolean;
};

/** Currency, language and theme; on phones only the theme, the others are in the menu. */
export function PreferenceMenus({ withCurrency = true }: PreferenceMenusProps) {
  const t = useMessages(shellMessages);
  const locale = useLocale();
  const currency = useCurrency();
  const unit = useWeightUnit();
  return (
    <>
      {withCurrency && (
        <span className="only-wide">
          <MenuButton
            className="pick"
            label={`${CURRENCY_SIGN[currency]}, ${unit}, ${t('currency.label')}`}
            popup={CurrencyMenu}
            preload={preload}
          >
            {CURRENCY_SIGN[currency]} · {unit}
            <Icon name="down" small />
          </MenuButton>
        </span>
      )}
      <span className="only-wide">
        <MenuButton
          className="pick"
          label={`${t('language.short')}, ${t('language.label')}`}
          popup={LanguageMenu}
          preload={preload}
        >
          <span lang={locale}>{t('language.short')}</span>
          <Icon name="down" small />
        </MenuButton>
      </span>
      <MenuButton className="icon-button" label={t('theme')} popup={ThemeMenu} preload={preload}>
        <Icon name="theme" />
      </MenuButton>
    </>
  );
}

/** The user's menu, or the visitor's two buttons. */
export function AccountActions() {
  const t = useMessages(shellMessages);
  const { status, profile } = useSession();
  if (status === 'in') {
    const name = profile?.fullName ?? t('account.label');
    return (
      <MenuButton
        className="pick account-pick"
        label={`${name}, ${t('account.label')}`}
        popup={AccountMenu}
        preload={preload}
      >
        <span className="avatar" data-initials={initials(name)} aria-hidden="true" />
        <span className="only-wide account-name">{name}</span>
        <span className="only-wide">
          <Icon name="down" small />
        </span>
      </MenuButton>
    );
  }
  // Until the session is known, CSS hides these two in a browser that was signed in (theme.js marks <html>), so that "sign
  // in" does not flash.
  return (
    <span className="only-wide visitor-actions" data-resolved={status === 'loading' ? undefined : true}>
      <LinkButton to="/login" variant="plain">
        {t('account.signIn')}
      </LinkButton>
      <LinkButton to="/signup" variant="primary">
        {t('account.getStarted')}
      </LinkButton>
    </span>
  );
}

/** Up to two letters for the avatar: first and last name. */
function initials(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  const letters = names.length > 1 ? [names.at(0), names.at(-1)] : [names.at(0)];
  return letters.map((name) => [...(name ?? '')].at(0)?.toUpperCase() ?? '').join('');
}
