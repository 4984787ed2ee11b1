import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES, UNLISTED_PAGES } from '../worker/domain/site-map.ts';
import { localisedPaths } from './i18n/locale.ts';

// Private addresses are served from the fallback page the build leaves as __spa-fallback.html.
// Run from this folder (`cd web && react-router build`): from the root the prerender step fails.
export default {
  appDirectory: '.',
  buildDirectory: '../dist/web',
  ssr: false,
  // Every address a visitor may open without signing in is HTML at build time, in each locale.
  prerender: [...PUBLIC_PAGES, ...UNLISTED_PAGES].flatMap(localisedPaths),
  // The whole route table travels with the page: there is no server to answer a manifest request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
