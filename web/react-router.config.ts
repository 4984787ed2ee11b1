import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES, UNLISTED_PAGES } from '../worker/domain/site-map.ts';
import { BUILD_LOCALE } from './i18n/build-locale.ts';
import { localisedPath } from './i18n/locale.ts';

// Private addresses are served from the fallback page the build leaves as __spa-fallback.html.
// Run from this folder (`cd web && react-router build`): from the root the prerender step fails.
export default {
  appDirectory: '.',
  buildDirectory: `../dist/web-${BUILD_LOCALE}`,
  ssr: false,
  // Every address a visitor may open without signing in is HTML at build time.
  prerender: [...PUBLIC_PAGES, ...UNLISTED_PAGES].map((path) => localisedPath(BUILD_LOCALE, path)),
  // The whole route table travels with the page: there is no server to answer a manifest request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
