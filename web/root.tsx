// The document of every page, and the last error screen.

import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router';
import displayFont from './styles/fonts/fraunces.woff2?url';
import textFont from './styles/fonts/inter.woff2?url';
import { localeOf, localisedPath } from './i18n/locale.ts';
import { useMessages } from './i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { BrokenScreen } from './shell/message-screen.tsx';
import { Providers } from './shell/providers.tsx';
import './styles/app.css';
import { MarkOutlines, Wordmark } from './ui/wordmark.tsx';

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
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <script src="/theme.js" data-display-font={displayFont} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={localisedPath(locale, '/site.webmanifest')} />
        {/* The paper's colour without scripts; theme.js inserts the chosen theme's before these two. */}
        <meta name="theme-color" content="#fbf8f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12100c" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        <MarkOutlines />
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  );
}

/** What the fallback document of private pages shows until their code has loaded: no text. */
export function HydrateFallback() {
  return (
    <div className="boot-screen" aria-busy="true">
      <Wordmark />
    </div>
  );
}

/** The frame of the page failed as well: only the document, a text and a reload button remain. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  const t = useMessages(shellMessages);
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <main>
      <BrokenScreen>
        <p className="small muted">{t('broken.detail')}</p>
        <pre>{detail}</pre>
      </BrokenScreen>
    </main>
  );
}
