// The header's menus. Loaded when a visitor first reaches for one of them, so that the headless kit is in no
// page's first load.

import { useCurrency } from '../i18n/currency.ts';
import { LOCALES } from '../i18n/locale.ts';
import { useLocale, useWords } from '../i18n/use-words.ts';
import { shellWords } from '../i18n/words/shell.ts';
import { useSession } from '../features/session/queries.ts';
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
  const [currency] = useCurrency();
  const choose = useChoices();
  const options = (['USD', 'BRL'] as const).map((value) => ({ value, label: t(`currency.${value}`) }));
  return (
    <MenuPopup {...props}>
      <MenuChoice label={t('currency.label')} value={currency} options={options} onChange={choose.currency} />
    </MenuPopup>
  );
}

export function LanguageMenu(props: MenuPopupProps) {
  const t = useWords(shellWords);
  const locale = useLocale();
  const change = useLanguageSwitch();
  const options = LOCALES.map((value) => ({ value, label: t(`language.${value}`), lang: value }));
  return (
    <MenuPopup {...props}>
      <MenuChoice label={t('language.label')} value={locale} options={options} onChange={change} />
    </MenuPopup>
  );
}

export function ThemeMenu(props: MenuPopupProps) {
  const t = useWords(shellWords);
  const theme = useTheme();
  const choose = useChoices();
  const platforms = PLATFORMS.map((value) => ({ value, label: t(`platform.${value}`) }));
  const modes = COLOUR_MODES.map((value) => ({ value, label: t(`mode.${value}`) }));
  return (
    <MenuPopup {...props}>
      <MenuChoice
        label={t('platform.label')}
        value={theme.platform}
        options={platforms}
        onChange={choose.platform}
      />
      <MenuSeparator />
      <MenuChoice label={t('mode.label')} value={theme.mode} options={modes} onChange={choose.mode} />
    </MenuPopup>
  );
}

export function AccountMenu(props: MenuPopupProps) {
  const t = useWords(shellWords);
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
        {t('nav.dashboard')}
      </MenuLink>
      <MenuLink icon="user" to="/profile">
        {t('bar.profile')}
      </MenuLink>
      <MenuItem icon="sign-out" onSelect={signOut}>
        {t('account.signOut')}
      </MenuItem>
    </MenuPopup>
  );
}
