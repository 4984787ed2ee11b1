// The drawn signs on a 20-unit grid, hairline 1.5. Decorative: the words beside or behind them do the talking.

import type { ReactNode } from 'react';

const DRAWINGS = {
  alert: <path d="M10 3.2 17.8 16.5H2.2L10 3.2ZM10 8v3.7M10 14v.1" />,
  arrow: <path d="M4 10h12M11 5l5 5-5 5" />,
  check: <path d="m4.5 10.5 3.7 3.7 7.3-8" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.2l2.6 1.6" />
    </>
  ),
  coin: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6.8v6.4M6.8 10h6.4" />
    </>
  ),
  copy: (
    <>
      <rect x="7" y="7" width="10" height="10" rx="2" />
      <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
    </>
  ),
  deposit: <path d="M10 3v9M6 8.5 10 12.5 14 8.5M3.5 13.5v1a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-1" />,
  down: <path d="M5 7.5l5 5 5-5" />,
  eye: (
    <>
      <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
      <circle cx="10" cy="10" r="2.4" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
      <path d="M3.5 16.5 16.5 3.5" />
    </>
  ),
  home: <path d="M3.5 9 10 3.5 16.5 9v7.5h-4.3v-4.3H7.8v4.3H3.5V9Z" />,
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.3v4M10 6.6v.1" />
    </>
  ),
  lock: (
    <>
      <rect x="4" y="9" width="12" height="8" rx="2" />
      <path d="M6.8 9V6.2a3.2 3.2 0 0 1 6.4 0V9" />
    </>
  ),
  mail: (
    <>
      <rect x="2.5" y="4.5" width="15" height="11" rx="2" />
      <path d="m3.5 6 6.5 5 6.5-5" />
    </>
  ),
  menu: <path d="M3 6.5h14M3 13.5h14" />,
  offline: (
    <path d="M3 3l14 14M8.5 13.2a3 3 0 0 1 3.4.3M5.5 10.3c.9-.8 1.9-1.3 3-1.5M3 7.5A10 10 0 0 1 5.8 5.7M9.4 4.8c2.8-.1 5.5.8 7.6 2.7M13 9.2c.6.3 1.1.7 1.6 1.1M10 16.3v.1" />
  ),
  pause: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M8.2 7.5v5M11.8 7.5v5" />
    </>
  ),
  pie: (
    <>
      <path d="M10 3v7h7a7 7 0 1 1-7-7Z" />
      <path d="M13 3.7A7 7 0 0 1 16.4 7H13V3.7Z" />
    </>
  ),
  play: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M8.4 7.2v5.6l4.4-2.8-4.4-2.8Z" />
    </>
  ),
  previous: <path d="M16 10H4M9 5l-5 5 5 5" />,
  refresh: (
    <>
      <path d="M16.5 8A7 7 0 0 0 4 6.2L2.8 7.6M3.5 12A7 7 0 0 0 16 13.8l1.2-1.4" />
      <path d="M2.8 3.8v3.8h3.8M17.2 16.2v-3.8h-3.8" />
    </>
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13.2 13.2 3.8 3.8" />
    </>
  ),
  'sign-out': <path d="M8 3.5H5.5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2H8M8.5 10H17M13.5 6.5 17 10l-3.5 3.5" />,
  stop: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m7.5 7.5 5 5M12.5 7.5l-5 5" />
    </>
  ),
  table: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <path d="M3 8.5h14M3 12.3h14M8.5 8.5V16" />
    </>
  ),
  theme: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 3a7 7 0 0 1 0 14V3Z" fill="currentColor" stroke="none" />
    </>
  ),
  tools: (
    <>
      <rect x="4" y="3" width="12" height="14" rx="2" />
      <path d="M7 6.5h6M7 10.2v.1M10 10.2v.1M13 10.2v.1M7 13.5v.1M10 13.5v.1M13 13.5v.1" />
    </>
  ),
  up: <path d="M10 16V4M5 9l5-5 5 5" />,
  turn: (
    <path d="M16.5 11V5.5a2 2 0 0 0-2-2h-9a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2H11l5.5-5.5ZM16.5 11H13a2 2 0 0 0-2 2v3.5" />
  ),
  user: (
    <>
      <circle cx="10" cy="7" r="3.2" />
      <path d="M3.8 17c.6-3.4 3-5 6.2-5s5.6 1.6 6.2 5" />
    </>
  ),
  x: <path d="m5 5 10 10M15 5 5 15" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg
      className={small ? 'icon icon-small' : 'icon'}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
