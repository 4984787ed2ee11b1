// The header's menus. They load when the user first points at one, so that Base UI is in no page's first load.

import { useCurrency } from '../i18n/currency.ts';
import { useWeightUnit } from '../i18n/weight-unit.ts';
import { LOCALES } from '../i18n/locale.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import lateMessages from '#messages/shell-late.json';
import { usePlatform, useTheme } from '../features/account/theme.ts';
import { useSession } from '../features/auth/session.ts';
import { useSignOut } from '../features/auth/sign-out.ts';
import {
  MenuChoice,
  MenuItem,
  MenuLink,
  MenuPopup,
  type MenuPopupProps,
  MenuSeparator,
} from '../ui/menu.tsx';
import { CURRENCIES, PLATFORMS, THEMES, WEIGHT_UNITS } from '../../worker/domain/settings-rules.ts';
import { MORE_LINKS } from './more-links.ts';
import { useChoose, useLanguageSwitch } from './use-choose.ts';

/** The pages that the header has no room for. */
export function MoreMenu(props: MenuPopupProps) {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.footer);
  const { status } = useSession();
  return (
    <MenuPopup {...props}>
      {MORE_LINKS.map(({ to, name }) => (
        <MenuLink key={to} to={to}>
          {t(name)}
        </MenuLink>
      ))}
      {/* A customer's "Buy" opens the ticket. */}
      {status === 'in' && <MenuLink to="/pricing">{m('pricing')}</MenuLink>}
    </MenuPopup>
  );
}

/** The currency and the unit of weight. */
export function CurrencyMenu(props: MenuPopupProps) {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.menus);
  const currency = useCurrency();
  const unit = useWeightUnit();
  const choose = useChoose();
  const options = CURRENCIES.map((value) => ({ value, label: m(`currency.${value}`) }));
  return (
    <MenuPopup {...props}>
      <MenuChoice
        label={t('currency.label')}
        value={currency}
        options={options}
        onChange={(value) => choose({ currency: value })}
      />
      <MenuSeparator />
      <MenuChoice
        label={m('weightUnit.label')}
        value={unit}
        options={WEIGHT_UNITS.map((value) => ({ value, label: m(`weightUnit.${value}`) }))}
        onChange={(value) => choose({ weightUnit: value })}
      />
    </MenuPopup>
  );
}

export function LanguageMenu(props: MenuPopupProps) {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.menus);
  const locale = useLocale();
  const change = useLanguageSwitch();
  const options = LOCALES.map((value) => ({ value, label: m(`language.${value}`), lang: value }));
  return (
    <MenuPopup {...props}>
      <MenuChoice label={t('language.label')} value={locale} options={options} onChange={change} />
    </MenuPopup>
  );
}

export function ThemeMenu(props: MenuPopupProps) {
  const m = useMessages(lateMessages.menus);
  const platform = usePlatform();
  const theme = useTheme();
  const choose = useChoose();
  const platforms = PLATFORMS.map((value) => ({ value, label: m(`platform.${value}`) }));
  const themes = THEMES.map((value) => ({ value, label: m(`mode.${value}`) }));
  return (
    <MenuPopup {...props}>
      <MenuChoice
        label={m('platform.label')}
        value={platform}
        options={platforms}
        onChange={(value) => choose({ platform: value })}
      />
      <MenuSeparator />
      <MenuChoice
        label={m('mode.label')}
        value={theme}
        options={themes}
        onChange={(value) => choose({ theme: value })}
      />
    </MenuPopup>
  );
}

export function AccountMenu(props: MenuPopupProps) {
  const t = useMessages(shellMessages);
  const m = useMessages(lateMessages.menus);
  const { profile } = useSession();
  const { signOut } = useSignOut();
  return (
    <MenuPopup {...props}>
      <div className="menu-head">
        <strong>{profile?.fullName ?? t('account.label')}</strong>
        {profile?.email}
      </div>
      <MenuSeparator />
      <MenuLink icon="pie" to="/dashboard">
        {m('nav.dashboard')}
      </MenuLink>
      <MenuLink icon="user" to="/profile">
        {t('bar.profile')}
      </MenuLink>
      {profile?.isAdmin === true && (
        <MenuLink icon="settings" to="/admin">
          {m('nav.admin')}
        </MenuLink>
      )}
      <MenuItem icon="sign-out" onSelect={signOut}>
        {m('account.signOut')}
      </MenuItem>
    </MenuPopup>
  );
}
