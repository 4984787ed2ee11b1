import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES, UNLISTED_PAGES } from '../worker/domain/site-map.ts';
import { BUILD_LOCALE } from './i18n/build-locale.ts';
import { localisedPath } from './i18n/locale.ts';

// Private pages are served from the fallback page that the build writes as __spa-fallback.html. Run from this folder
// (`cd web && react-router build`): from the root the prerender step fails.
export default {
  appDirectory: '.',
  buildDirectory: `../dist/web-${BUILD_LOCALE}`,
  ssr: false,
  // Every page for visitors is prerendered.
  prerender: [...PUBLIC_PAGES, ...UNLISTED_PAGES].map((path) => localisedPath(BUILD_LOCALE, path)),
  // The page contains the whole route table: there is no server to answer a manifest request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
