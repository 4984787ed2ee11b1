// The icons on a 20-unit grid, hairline 1.5. Decorative: the text beside or behind them has the meaning. Their outlines
// are one immutable file of symbols, so that no script contains them.

import sprite from '../styles/icons.svg?url';

export const ICON_NAMES = [
  'alert',
  'arrow',
  'bell',
  'chat',
  'check',
  'clock',
  'coin',
  'copy',
  'deposit',
  'down',
  'eye',
  'eye-off',
  'home',
  'info',
  'lock',
  'mail',
  'menu',
  'offline',
  'pause',
  'phone',
  'pie',
  'play',
  'previous',
  'refresh',
  'search',
  'settings',
  'sign-out',
  'stop',
  'table',
  'theme',
  'tools',
  'up',
  'turn',
  'user',
  'write',
  'x',
] as const;
export type IconName = (typeof ICON_NAMES)[number];

export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg className={small ? 'icon icon-small' : 'icon'} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
