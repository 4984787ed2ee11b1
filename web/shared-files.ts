// Which modules share a file of the build. Everything else is with the page or part that needs it, and what several of those need would be
// in a file of its own for each set of them: a hundred files, of which a page loads fifty. A request costs a browser some milliseconds,
// however little comes, so what is needed together stands here together (D91).
//
// The first group that names a module has it, and with it all that it imports and that no earlier group names. So a group must import
// nothing heavy that some of its pages do not need: what is light and everywhere comes early, what is heavy has a group of its own.
// `web/styles` counts too: a stylesheet carries the scripts of its group along.

/** React and what moves between pages; of TanStack Query only what reads. */
const PLATFORM =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|rosetta|dlv|templite)\/|@tanstack\/(?!.*(?:nfinite|utationObserver|useMutation)))/u;

/** Of the operators' shared parts, what each page needs at once; the others come with a press. */
const OPERATORS_FRAME =
  /\/web\/features\/operators\/frame\/(?!confirm-change|decision-confirmation|entries-table|problem-texts)/u;

type Group = {
  readonly name: string;
  /** Of whole paths. */
  readonly pattern?: RegExp;
  /** Folders, and the names of files in them without extension; one that ends in a slash has all below it. Locales are without the language. */
  readonly files?: Readonly<Record<string, string>>;
};

export const GROUPS: readonly Group[] = [
  { name: 'platform', pattern: PLATFORM },
  // The frame of every page.
  {
    name: 'frame',
    files: {
      web: 'root',
      'web/features/auth': 'start-link',
      'web/features/prices': 'price-card',
      'web/i18n': 'use-format',
      'web/shell': 'page-meta site',
      'web/ui': 'engraving use-media',
    },
  },
  // What forms, orders and calculators share.
  {
    name: 'kit',
    files: {
      'web/i18n': 'account-terms money-input money-text parse-decimal use-text weights',
      'web/ui':
        'copy-button field money-field note rows section segmented-control text-input toast-store value weight',
      'worker/domain': `brasilia closing deposits factors fees grams history-ranges media money ounces price-rules quotes
          receipt-code session-rules ticket-path trades`,
    },
  },
  // What every page asks the server with, once it can be read.
  {
    name: 'late',
    files: {
      node_modules: 'hono/ valibot/',
      'web/api':
        'attendance browser-ports client ended-elsewhere late-problem session-clock step-up transport',
      'web/features/auth': 'session-keeper session-transitions',
      web: 'live/',
      'worker/contract': 'money prices profile sessions',
      locales: 'shell-late',
    },
  },
  // What the pages of a customer share, and the sign-in with them.
  {
    name: 'customer',
    files: {
      node_modules: '@tanstack/',
      'web/api': 'choice-cookie paged',
      'web/features/account': 'alert-crossing alerts bell choices settings',
      'web/features/auth':
        'confirm-email-note email-links frozen-note passkey-device return-path sign-in-gate sign-out',
      'web/features/prices': 'price-line',
      'web/i18n': 'problems',
      'web/shell': 'account-panel auth-frame link-facts step-up-prompt use-choose',
      'web/styles': 'forms',
      'web/ui': 'problem-notice use-online',
      'worker/contract': 'alerts emails factors form-fields page settings',
      'worker/domain': 'alerts cookie-names cursors personal-details settings-rules',
      locales: 'alerts email login problems titles',
    },
  },
  // The parts of a form.
  {
    name: 'form',
    files: {
      node_modules: '@formisch/',
      'web/features/auth': 'password-rules phone-input proof-error start-session',
      'web/shell': 'link-token use-signed-in',
      'web/ui': 'bot-trap checkbox form-field password-input select submit-button switch text-area',
      'worker/contract': 'accounts passwords',
      'worker/domain': 'common-passwords sign-up-rules',
      locales: 'form-errors password two-step',
    },
  },
  // What a customer's money is read with: the dashboard, the operators' view of a customer, and /verify.
  {
    name: 'records',
    files: {
      'worker/contract': 'portfolio portfolio-history trades transactions',
      locales: 'transactions',
    },
  },
  // The parts of public pages.
  {
    name: 'public',
    files: {
      'web/pages': 'trade-actions',
      'web/ui': 'link-card page-contents page-hero source-note stats',
      locales: 'trade-links',
    },
  },
  // The words of charts, which some pages have before the chart; and what is said of a metal without asking the server.
  { name: 'charts', files: { locales: 'charts' } },
  { name: 'market', files: { 'web/features/prices': 'fact-sources spot-figure', locales: 'market' } },
  // What stands before a page, with its focus and its way out.
  { name: 'dialog', files: { 'web/ui': 'dialog' } },
  // Lists and tables, of customers and of operators.
  {
    name: 'tables',
    files: {
      'web/i18n': 'relative-time',
      'web/ui': 'data-table list-card present-query progress-bar save-file use-list-filter use-opening',
    },
  },
  // A chart before its library is there, and that of a price.
  {
    name: 'chart',
    files: {
      'web/features/prices': 'change-over series-state summary use-price-series',
      'web/ui': 'allocation-bar',
      'web/ui/chart': 'chart-body pending-series',
    },
  },
  { name: 'prices', files: { 'web/features/prices': 'chart-panel price-chart' } },
  // The pages of the metals, and what is left in the vault.
  {
    name: 'metals',
    files: {
      'web/api': 'stock',
      'web/features/prices': 'spot-card',
      'web/pages': 'metal-page',
      'worker/contract': 'stock',
    },
  },
  // What trading costs.
  { name: 'costs', files: { 'web/features/prices': 'fee-table', locales: 'pricing' } },
  // The lower parts of public pages.
  {
    name: 'below',
    files: {
      'web/features/site': 'card-picture site-media',
      'web/pages': 'page-closing',
      'web/ui': 'card-drawing closing-call faq fold slider-field',
      'worker/domain': 'card-catalogue',
    },
  },
  // Storage, day by day.
  {
    name: 'storage',
    files: {
      'web/features/trading': 'storage-card storage-query',
      'worker/contract': 'storage',
      locales: 'storage',
    },
  },
  // What is signed, and how it is checked.
  {
    name: 'sealed',
    files: {
      'web/api': 'record-link',
      'web/ui': 'rate-text',
      'worker/contract': 'signed-records',
      'worker/domain': 'sealed-files signed-records',
    },
  },
  // A month of it.
  { name: 'months', files: { 'web/features/trading': 'storage-month' } },
  // When and about what somebody may write to us: the public form, and the operators' answers.
  { name: 'contacts', files: { 'worker/domain': 'contact-rules time-zones' } },
  // Who a customer is: the customer's page of it, and what operators propose about it.
  { name: 'identity', files: { 'worker/contract': 'identity', 'worker/domain': 'identity' } },
  // The pages that show a portfolio, and what tells of a withdrawal.
  {
    name: 'portfolio',
    files: {
      'web/api': 'money-intent',
      'web/features/trading': 'live-portfolio mutations receipt-rate transactions-card',
      'web/features/trading/withdrawal': 'queries',
      'worker/contract': 'pix',
    },
  },
  // How an order and its receipt are written, and the dialogs that move money.
  { name: 'receipts', files: { 'web/styles': 'orders', locales: 'orders' } },
  {
    name: 'orders',
    files: { 'web/features/trading': 'focused money-dialog receipt', 'web/ui': 'countdown-ring' },
  },
  // The frame of the operators' pages.
  {
    name: 'operators',
    pattern: OPERATORS_FRAME,
    files: {
      'web/features/auth': 'operator-gate',
      'worker/domain': 'operator-roles',
      locales: 'operators',
    },
  },
];

/** For the bundler, which takes the group of the highest priority. */
export const SHARED_FILES = GROUPS.map((group, at) => ({
  name: group.name,
  test: testOf(group),
  priority: GROUPS.length - at,
}));

/** What the path of each of its modules contains. */
export function namedBy({ files = {} }: Group): readonly string[] {
  return Object.entries(files).flatMap(([folder, names]) =>
    names.split(/\s+/u).map((name) => `/${folder}/${name.endsWith('/') ? name : `${name}.`}`),
  );
}

function testOf(group: Group): (id: string) => boolean {
  const paths = namedBy(group);
  return (id) => {
    const path = id.replace(/\/locales\/[^/]+\//u, '/locales/');
    return group.pattern?.test(path) === true || paths.some((one) => path.includes(one));
  };
}
