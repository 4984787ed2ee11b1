// The pages of the site, by their names in the header, the phone's menu and the footer.

/** The header's six (A2, shared page chrome): pricing is called Buy. */
export const HEADER_LINKS = [
  { to: '/gold', name: 'nav.gold' },
  { to: '/silver', name: 'nav.silver' },
  { to: '/pricing', name: 'nav.buy' },
  { to: '/learn', name: 'nav.learn' },
  { to: '/about', name: 'nav.about' },
  { to: '/contact', name: 'nav.contact' },
] as const;

/** The other pages, for the phone's menu. */
export const MENU_LINKS = [
  ...HEADER_LINKS.slice(0, 3),
  { to: '/tools', name: 'nav.tools' },
  { to: '/security', name: 'nav.security' },
  ...HEADER_LINKS.slice(3),
] as const;
