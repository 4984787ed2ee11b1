// The header's menus. Loaded when a visitor first reaches for one of them, so that the headless kit is in no
// page's first load.

import { useCurrency } from '../i18n/currency.ts';
import { LOCALES } from '../i18n/locale.ts';
import { useLocale, useWords } from '../i18n/use-words.ts';
import { menusWords } from '../i18n/words/menus.ts';
import { shellWords } from '../i18n/words/shell.ts';
import { useSession } from '../features/auth/session.ts';
import {
  MenuChoice,
  MenuItem,
  MenuLink,
  MenuPopup,
  type MenuPopupProps,
  MenuSeparator,
} from '../ui/menu.tsx';
import { COLOUR_MODES, PLATFORMS, useTheme } from './theme.ts';
import { useChoices } from './use-choices.ts';
import { useLanguageSwitch } from './use-language-switch.ts';
import { useSignOutWithNotice } from './use-sign-out.ts';

export function CurrencyMenu(props: MenuPopupProps) {
  const t = useWords(shellWords);
  const m = useWords(menusWords);
  const [currency] = useCurrency();
  const choose = useChoices();
  const options = (['USD', 'BRL'] as const).map((value) => ({ value, label: m(`currency.${value}`) }));
  return (
    <MenuPopup {...props}>
      <MenuChoice label={t('currency.label')} value={currency} options={options} onChange={choose.currency} />
    </MenuPopup>
  );
}

export function LanguageMenu(props: MenuPopupProps) {
  const t = useWords(shellWords);
  const m = useWords(menusWords);
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
  const m = useWords(menusWords);
  const theme = useTheme();
  const choose = useChoices();
  const platforms = PLATFORMS.map((value) => ({ value, label: m(`platform.${value}`) }));
  const modes = COLOUR_MODES.map((value) => ({ value, label: m(`mode.${value}`) }));
  return (
    <MenuPopup {...props}>
      <MenuChoice
        label={m('platform.label')}
        value={theme.platform}
        options={platforms}
        onChange={choose.platform}
      />
      <MenuSeparator />
      <MenuChoice label={m('mode.label')} value={theme.mode} options={modes} onChange={choose.mode} />
    </MenuPopup>
  );
}

export function AccountMenu(props: MenuPopupProps) {
  const t = useWords(shellWords);
  const m = useWords(menusWords);
  const { profile } = useSession();
  const signOut = useSignOutWithNotice();
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
