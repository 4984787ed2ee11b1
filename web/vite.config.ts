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
import { SHARED_FILES } from './shared-files.ts';

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
        codeSplitting: { groups: SHARED_FILES },
      },
    },
  },
});
