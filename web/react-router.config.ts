import type { Config } from '@react-router/dev/config';
import { localisedPaths } from './i18n/locale.ts';

/** Every address a visitor may open without signing in is HTML at build time, in each locale. */
const PUBLIC_PATHS = ['/', '/login', '/signup', '/legal/terms', '/legal/privacy', '/legal/risk', '/404'];

// Private addresses are served from the fallback page the build leaves as __spa-fallback.html.
// Run from this folder (`cd web && react-router build`): from the root the prerender step fails.
export default {
  appDirectory: '.',
  buildDirectory: '../dist/web',
  ssr: false,
  prerender: PUBLIC_PATHS.flatMap(localisedPaths),
  // The whole route table travels with the page: there is no server to answer a manifest request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
