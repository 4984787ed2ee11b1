// The document every page lives in, and the last screens anybody sees when something breaks.

import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router';
import { localeOf } from './i18n/locale.ts';
import './styles/app.css';

export function meta() {
  return [{ title: 'Onça' }];
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const locale = localeOf(useLocation().pathname);
  return (
    // theme.js sets the two data attributes before the first paint, and the Worker the language of the fallback.
    <html lang={locale} data-platform="gold" data-mode="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script src="/theme.js" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function HydrateFallback() {
  return <div />;
}
