// The phone's full-screen menu: pages, account and preferences. Loads when it is first opened.

import { Dialog as Kit } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { usePlatform, useTheme } from '../features/account/theme.ts';
import { useSession } from '../features/auth/session.ts';
import { useSignOut } from '../features/auth/sign-out.ts';
import { useCurrency } from '../i18n/currency.ts';
import { useWeightUnit } from '../i18n/weight-unit.ts';
import { LOCALES } from '../i18n/locale.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import shellMessages from '#messages/shell.json';
import lateMessages from '#messages/shell-late.json';
import '../styles/overlays.css';
import { Button, LinkButton } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { CURRENCIES, PLATFORMS, THEMES, WEIGHT_UNITS } from '../../worker/domain/settings-rules.ts';
import { NavLink } from './header.tsx';
import { MENU_LINKS } from './more-links.ts';
import { useChoose, useLanguageSwitch } from './use-choose.ts';

type MobileMenuProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** In place of the links to the public pages. */
  readonly links?: { readonly label: string; readonly content: ReactNode };
};

export function MobileMenu({ open, onClose, links }: MobileMenuProps) {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.menus);
  const common = useMessages(commonMessages);
  return (
    <Kit.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Kit.Portal>
        <Kit.Popup className="mobile-menu">
          <header className="wrap site-header-row">
            <Kit.Title className="brand" aria-label={m('menu.title')}>
              <Wordmark />
            </Kit.Title>
            <IconButton icon="x" label={common('close')} onClick={onClose} />
          </header>
          <div className="wrap mobile-menu-body">
            <nav aria-label={links?.label ?? t('nav.label')}>
              {links?.content ??
                MENU_LINKS.map(({ to, name }) => (
                  <NavLink key={to} to={to} onClick={onClose}>
                    {t(name)}
                  </NavLink>
                ))}
            </nav>
            <Account onClose={onClose} isOperating={links !== undefined} />
            <Preferences />
          </div>
        </Kit.Popup>
      </Kit.Portal>
    </Kit.Root>
  );
}

type AccountProps = {
  readonly onClose: () => void;
  /** On the operators' pages, which need no way to themselves. */
  readonly isOperating: boolean;
};

function Account({ onClose, isOperating }: AccountProps) {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.menus);
  const { status, profile } = useSession();
  const { signOut } = useSignOut();
  if (status === 'in') {
    return (
      <section className="mobile-menu-account" aria-label={t('account.label')}>
        <p>
          <strong>{profile?.fullName ?? t('account.label')}</strong>
          <span className="small muted">{profile?.email}</span>
        </p>
        <LinkButton to="/dashboard" variant="primary" full onClick={onClose}>
          {m('nav.dashboard')}
        </LinkButton>
        <LinkButton to="/profile" full onClick={onClose}>
          {t('bar.profile')}
        </LinkButton>
        {profile?.isAdmin === true && !isOperating && (
          <LinkButton to="/admin" full onClick={onClose}>
            {m('nav.admin')}
          </LinkButton>
        )}
        <Button
          full
          onClick={() => {
            onClose();
            signOut();
          }}
        >
          {m('account.signOut')}
        </Button>
      </section>
    );
  }
  return (
    <section className="mobile-menu-account" aria-label={t('account.label')}>
      <LinkButton to="/signup" variant="primary" full onClick={onClose}>
        {t('account.getStarted')}
      </LinkButton>
      <LinkButton to="/login" full onClick={onClose}>
        {t('account.signIn')}
      </LinkButton>
    </section>
  );
}

function Preferences() {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.menus);
  const locale = useLocale();
  const platform = usePlatform();
  const theme = useTheme();
  const currency = useCurrency();
  const unit = useWeightUnit();
  const choose = useChoose();
  const changeLanguage = useLanguageSwitch();
  return (
    <section className="stack" aria-label={m('preferences')}>
      <Preference label={t('language.label')}>
        <SegmentedControl
          label={t('language.label')}
          value={locale}
          options={LOCALES.map((value) => ({
            value,
            label: <span lang={value}>{m(`language.${value}`)}</span>,
          }))}
          onChange={changeLanguage}
          full
        />
      </Preference>
      <Preference label={t('currency.label')}>
        <SegmentedControl
          label={t('currency.label')}
          value={currency}
          options={CURRENCIES.map((value) => ({ value, label: m(`currency.${value}`) }))}
          onChange={(value) => choose({ currency: value })}
          full
        />
      </Preference>
      <Preference label={m('weightUnit.label')}>
        <SegmentedControl
          label={m('weightUnit.label')}
          value={unit}
          options={WEIGHT_UNITS.map((value) => ({ value, label: m(`weightUnit.${value}`) }))}
          onChange={(value) => choose({ weightUnit: value })}
          full
        />
      </Preference>
      <Preference label={m('platform.label')}>
        <SegmentedControl
          label={m('platform.label')}
          value={platform}
          options={PLATFORMS.map((value) => ({ value, label: m(`platform.${value}`) }))}
          onChange={(value) => choose({ platform: value })}
          full
        />
      </Preference>
      <Preference label={m('mode.label')}>
        <SegmentedControl
          label={m('mode.label')}
          value={theme}
          options={THEMES.map((value) => ({ value, label: m(`mode.${value}`) }))}
          onChange={(value) => choose({ theme: value })}
          full
        />
      </Preference>
    </section>
  );
}

function Preference({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
