// The pages that the header has no room for, in its menu "More" and in the phone's menu.

import { HEADER_LINKS } from './site-links.ts';

export const MORE_LINKS = [
  { to: '/tools', name: 'nav.tools' },
  { to: '/security', name: 'nav.security' },
] as const;

/** All pages, for the phone's menu. */
export const MENU_LINKS = [...HEADER_LINKS.slice(0, 3), ...MORE_LINKS, ...HEADER_LINKS.slice(3)] as const;
