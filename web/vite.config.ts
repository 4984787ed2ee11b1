import { reactRouter } from '@react-router/dev/vite';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  minifySync,
  type Plugin,
} from 'vite';
import { BUILD_LOCALE } from './i18n/build-locale.ts';

/** Set by `npm run dev`: the URL of the Worker that serves /api while Vite serves the pages. */
const worker = process.env['ONCA_WORKER'];

/** Paths that Vite does not serve. */
const FROM_THE_WORKER = ['/api', '/site.webmanifest', '/en/site.webmanifest'];

const proxyTo = (target: string) => ({
  target,
  changeOrigin: true,
  ws: true,
  // The Worker refuses other origins, and Vite's is another one.
  headers: { Origin: target },
});

const PLATFORM =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|rosetta|dlv|templite)\/|@tanstack\/(?!.*(?:nfinite|utationObserver|useMutation)))/u;
/** The frame of every page. */
const FRAME =
  /\/web\/(?:root|shell\/(?:site|page-meta)|i18n\/use-format|features\/(?:prices\/price-card|auth\/start-link)|ui\/(?:use-media|engraving))\.tsx?$/u;

/** What forms, orders and calculators share: small files that would each be named in every list of files to load. */
const KIT =
  /\/(?:web\/(?:ui\/(?:segmented-control|money-field|text-input|field|rows)|i18n\/(?:weights|money-text|money-input|parse-decimal))|worker\/domain\/(?:money|ounces|fees|quotes|trades|grams|ticket-path))\.tsx?$/u;

const LANGUAGE = BUILD_LOCALE === 'en' ? ['english'] : [];

/** Vite copies public/theme.js unchanged, and every page waits for it: it is sent without its comments. */
function lightTheme(): Plugin {
  return {
    name: 'onca:light-theme',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const file = join(dir, 'theme.js');
      await writeFile(file, minifySync(file, await readFile(file, 'utf8')).code);
    },
  };
}

export default defineConfig({
  plugins: [reactRouter(), lightTheme()],
  // `#messages/*` is the language of this build (package.json, "imports").
  resolve: { conditions: [...LANGUAGE, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [...LANGUAGE, ...defaultServerConditions] } },
  define: { __BUILD_YEAR__: String(new Date().getUTCFullYear()) },
  ...(worker === undefined
    ? {}
    : {
        server: {
          proxy: Object.fromEntries(FROM_THE_WORKER.map((path) => [path, proxyTo(worker)])),
        },
      }),
  build: {
    // The content policy allows files from this origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Every page has loaded these two: a late part need not preload them.
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter((file) => !/\/(?:platform|frame)-[^/]+\.js$/u.test(file)),
    },
    rolldownOptions: {
      output: {
        // The code of every page is in two files instead of thirty: they compress better, and a new page costs less.
        codeSplitting: {
          groups: [
            { name: 'platform', test: PLATFORM, priority: 2 },
            { name: 'frame', test: FRAME, priority: 1 },
            { name: 'kit', test: KIT },
          ],
        },
      },
    },
  },
});
