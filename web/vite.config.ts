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

/** React and what moves between pages; of TanStack Query only what reads. */
const PLATFORM =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|rosetta|dlv|templite)\/|@tanstack\/(?!.*(?:nfinite|utationObserver|useMutation)))/u;

/** Files by the beginning of their paths, without extension; the text of a page by its name alone. */
const filesIn = (...paths: readonly string[]) => {
  const found = paths.map((path) => (path.endsWith('/') ? `/${path}` : `/${path}.`));
  return (id: string) => found.some((path) => id.replace(/\/locales\/[^/]+\//u, '/locales/').includes(path));
};

/** The frame of every page. */
const FRAME = filesIn(
  'web/root',
  'web/shell/site',
  'web/shell/page-meta',
  'web/i18n/use-format',
  'web/features/prices/price-card',
  'web/features/auth/start-link',
  'web/ui/use-media',
  'web/ui/engraving',
);

/** What forms, orders and calculators share. */
const KIT = filesIn(
  ...[
    'field',
    'money-field',
    'note',
    'rows',
    'section',
    'segmented-control',
    'text-input',
    'toast-store',
    'value',
  ].map((name) => `web/ui/${name}`),
  ...['account-terms', 'money-input', 'money-text', 'parse-decimal', 'use-text', 'weights'].map(
    (name) => `web/i18n/${name}`,
  ),
  ...['closing', 'deposits', 'factors', 'fees', 'grams', 'history-ranges', 'media', 'money', 'ounces'].map(
    (name) => `worker/domain/${name}`,
  ),
  ...['price-rules', 'quotes', 'session-rules', 'ticket-path', 'trades'].map(
    (name) => `worker/domain/${name}`,
  ),
);

/** What every page asks the server with, once it can be read. */
const LATE = filesIn(
  'node_modules/valibot/',
  'node_modules/hono/',
  'web/live/',
  ...[
    'attendance',
    'browser-ports',
    'client',
    'ended-elsewhere',
    'late-problem',
    'session-clock',
    'step-up',
  ].map((name) => `web/api/${name}`),
  'web/api/transport',
  'web/features/auth/session-keeper',
  'web/features/auth/session-transitions',
  ...['money', 'prices', 'profile', 'sessions'].map((name) => `worker/contract/${name}`),
  'locales/shell-late',
);

/** What the pages of a customer share, and the sign-in with them. */
const CUSTOMER = filesIn(
  'node_modules/@tanstack/',
  'web/api/paged',
  'web/api/choice-cookie',
  ...['alert-crossing', 'alerts', 'bell', 'choices', 'settings'].map(
    (name) => `web/features/account/${name}`,
  ),
  ...[
    'confirm-email-note',
    'email-links',
    'frozen-note',
    'passkey-device',
    'return-path',
    'sign-in-gate',
    'sign-out',
  ].map((name) => `web/features/auth/${name}`),
  'web/features/prices/price-line',
  'web/i18n/problems',
  'web/shell/account-panel',
  'web/shell/auth-frame',
  'web/shell/link-facts',
  'web/styles/forms',
  'web/shell/step-up-prompt',
  'web/shell/use-choose',
  'web/ui/problem-notice',
  'web/ui/use-online',
  ...['alerts', 'emails', 'factors', 'form-fields', 'page', 'settings'].map(
    (name) => `worker/contract/${name}`,
  ),
  ...['alerts', 'cookie-names', 'cursors', 'personal-details', 'settings-rules'].map(
    (name) => `worker/domain/${name}`,
  ),
  ...['alerts', 'email', 'login', 'problems', 'titles'].map((name) => `locales/${name}`),
);

/** The parts of a form. */
const FORM = filesIn(
  'node_modules/@formisch/',
  ...['password-rules', 'phone-input', 'proof-error', 'start-session'].map(
    (name) => `web/features/auth/${name}`,
  ),
  'web/shell/link-token',
  'web/shell/use-signed-in',
  'web/i18n/phone-text',
  ...[
    'bot-trap',
    'checkbox',
    'form-field',
    'password-input',
    'select',
    'submit-button',
    'switch',
    'text-area',
  ].map((name) => `web/ui/${name}`),
  'worker/contract/accounts',
  'worker/contract/passwords',
  'worker/domain/common-passwords',
  'worker/domain/sign-up-rules',
  'locales/form-errors',
  'locales/password',
  'locales/two-step',
);

/** What a customer's money is read with: the dashboard, the operators' view of a customer, and /verify. */
const RECORDS = filesIn(
  ...['portfolio', 'portfolio-history', 'trades', 'transactions'].map((name) => `worker/contract/${name}`),
  'locales/transactions',
);

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
        // Shared code is in seven files instead of fifty: they compress better, and each request costs a page some milliseconds.
        // The file of a group also holds what its files import and no earlier group has.
        codeSplitting: {
          groups: [
            { name: 'platform', test: PLATFORM, priority: 5 },
            { name: 'frame', test: FRAME, priority: 4 },
            { name: 'kit', test: KIT, priority: 3 },
            { name: 'late', test: LATE, priority: 2 },
            { name: 'customer', test: CUSTOMER, priority: 1 },
            { name: 'form', test: FORM },
            { name: 'records', test: RECORDS },
          ],
        },
      },
    },
  },
});
