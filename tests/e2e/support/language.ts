// The texts on the screen, from the files of the product, and the figures as each language writes
// them. The figures are written here anew and not taken from the web app, whose formatting is under test.

import enFormErrors from '../../../locales/en/form-errors.json' with { type: 'json' };
import enAlerts from '../../../locales/en/alerts.json' with { type: 'json' };
import enCharts from '../../../locales/en/charts.json' with { type: 'json' };
import enCommon from '../../../locales/en/common.json' with { type: 'json' };
import enUi from '../../../locales/en/ui.json' with { type: 'json' };
import enDashboard from '../../../locales/en/dashboard.json' with { type: 'json' };
import enEmail from '../../../locales/en/email.json' with { type: 'json' };
import enOrders from '../../../locales/en/orders.json' with { type: 'json' };
import enHome from '../../../locales/en/home.json' with { type: 'json' };
import enLogin from '../../../locales/en/login.json' with { type: 'json' };
import enNotFound from '../../../locales/en/not-found.json' with { type: 'json' };
import enFeed from '../../../locales/en/price-panel.json' with { type: 'json' };
import enPrices from '../../../locales/en/prices.json' with { type: 'json' };
import enProfile from '../../../locales/en/profile.json' with { type: 'json' };
import enShellLate from '../../../locales/en/shell-late.json' with { type: 'json' };
import enShell from '../../../locales/en/shell.json' with { type: 'json' };
import enSignup from '../../../locales/en/signup.json' with { type: 'json' };
import enTransactions from '../../../locales/en/transactions.json' with { type: 'json' };
import enOperatorsProblems from '../../../locales/en/operators-problems.json' with { type: 'json' };
import enProblems from '../../../locales/en/problems.json' with { type: 'json' };
import ptFormErrors from '../../../locales/pt-BR/form-errors.json' with { type: 'json' };
import ptAlerts from '../../../locales/pt-BR/alerts.json' with { type: 'json' };
import ptCharts from '../../../locales/pt-BR/charts.json' with { type: 'json' };
import ptCommon from '../../../locales/pt-BR/common.json' with { type: 'json' };
import ptUi from '../../../locales/pt-BR/ui.json' with { type: 'json' };
import ptDashboard from '../../../locales/pt-BR/dashboard.json' with { type: 'json' };
import ptEmail from '../../../locales/pt-BR/email.json' with { type: 'json' };
import ptOrders from '../../../locales/pt-BR/orders.json' with { type: 'json' };
import ptHome from '../../../locales/pt-BR/home.json' with { type: 'json' };
import ptLogin from '../../../locales/pt-BR/login.json' with { type: 'json' };
import ptNotFound from '../../../locales/pt-BR/not-found.json' with { type: 'json' };
import ptFeed from '../../../locales/pt-BR/price-panel.json' with { type: 'json' };
import ptPrices from '../../../locales/pt-BR/prices.json' with { type: 'json' };
import ptProfile from '../../../locales/pt-BR/profile.json' with { type: 'json' };
import ptShellLate from '../../../locales/pt-BR/shell-late.json' with { type: 'json' };
import ptShell from '../../../locales/pt-BR/shell.json' with { type: 'json' };
import ptSignup from '../../../locales/pt-BR/signup.json' with { type: 'json' };
import ptTransactions from '../../../locales/pt-BR/transactions.json' with { type: 'json' };
import ptOperatorsProblems from '../../../locales/pt-BR/operators-problems.json' with { type: 'json' };
import ptProblems from '../../../locales/pt-BR/problems.json' with { type: 'json' };

const enBell = enAlerts.bell;
const enBonus = enDashboard.bonus;
const enDeposit = enOrders.deposit;
const enFooter = enShellLate.footer;
const enInsight = enDashboard.insight;
const enNotices = enShellLate.notices;
const enPortfolioChart = enDashboard.portfolioChart;
const enPortfolio = enDashboard.portfolio;
const enProfileAlerts = enProfile.alerts;
const enReceipt = enOrders.receipt;
const enMenus = enShellLate.menus;
const enTrade = enOrders.trade;
const enWelcome = enShellLate.welcome;
const ptBell = ptAlerts.bell;
const ptBonus = ptDashboard.bonus;
const ptDeposit = ptOrders.deposit;
const ptFooter = ptShellLate.footer;
const ptInsight = ptDashboard.insight;
const ptNotices = ptShellLate.notices;
const ptPortfolioChart = ptDashboard.portfolioChart;
const ptPortfolio = ptDashboard.portfolio;
const ptProfileAlerts = ptProfile.alerts;
const ptReceipt = ptOrders.receipt;
const ptMenus = ptShellLate.menus;
const ptTrade = ptOrders.trade;
const ptWelcome = ptShellLate.welcome;

/** The texts of the frame, with those of its menus. */
function wholeShell(shell: typeof enShell, menus: typeof enMenus) {
  return {
    ...shell,
    ...menus,
    nav: { ...shell.nav, ...menus.nav },
    menu: { ...shell.menu, ...menus.menu },
    account: { ...shell.account, ...menus.account },
    currency: { ...shell.currency, ...menus.currency },
    language: { ...shell.language, ...menus.language },
  };
}

const PORTUGUESE_WORDS = {
  formErrors: ptFormErrors,
  alerts: ptAlerts,
  bell: ptBell,
  bonus: ptBonus,
  charts: ptCharts,
  common: { ...ptCommon, ...ptUi },
  dashboard: ptDashboard,
  email: ptEmail,
  deposit: ptDeposit,
  feed: ptFeed,
  footer: ptFooter,
  home: ptHome,
  insight: ptInsight,
  login: ptLogin,
  notFound: ptNotFound,
  notices: ptNotices,
  portfolio: ptPortfolio,
  portfolioChart: ptPortfolioChart,
  prices: ptPrices,
  profileAlerts: ptProfileAlerts,
  receipt: ptReceipt,
  shell: wholeShell(ptShell, ptMenus),
  signup: ptSignup,
  trade: ptTrade,
  transactions: ptTransactions,
  problems: { ...ptProblems, ...ptOperatorsProblems },
  welcome: ptWelcome,
};
const ENGLISH_WORDS = {
  formErrors: enFormErrors,
  alerts: enAlerts,
  bell: enBell,
  bonus: enBonus,
  charts: enCharts,
  common: { ...enCommon, ...enUi },
  dashboard: enDashboard,
  email: enEmail,
  deposit: enDeposit,
  feed: enFeed,
  footer: enFooter,
  home: enHome,
  insight: enInsight,
  login: enLogin,
  notFound: enNotFound,
  notices: enNotices,
  portfolio: enPortfolio,
  portfolioChart: enPortfolioChart,
  prices: enPrices,
  profileAlerts: enProfileAlerts,
  receipt: enReceipt,
  shell: wholeShell(enShell, enMenus),
  signup: enSignup,
  trade: enTrade,
  transactions: enTransactions,
  problems: { ...enProblems, ...enOperatorsProblems },
  welcome: enWelcome,
};

export type Words = typeof ENGLISH_WORDS;

export type Language = {
  readonly locale: 'pt-BR' | 'en';
  readonly words: Words;
  /** The address of a page in this language. */
  readonly path: (path: string) => string;
  /** `1.000,00` or `1,000.00`, with the true minus. */
  readonly amount: (cents: number) => string;
  /** `+US$1.000,00`: a change in dollars, its sign before the currency, which a column may leave out. */
  readonly change: (cents: number) => RegExp;
  /** An amount with its currency, as sentences write it. */
  readonly money: (cents: number) => string;
  /** `US$ 100` or `US$100`: round amounts in sentences. */
  readonly dollars: (whole: number) => string;
  /** `R$ 1.000` or `US$1,000`: round amounts of the currency that leads in this language. */
  readonly round: (whole: number) => string;
  /** A text whose amounts may have reais before the given dollars. */
  readonly told: (text: string, params: Readonly<Record<string, string>>) => RegExp;
  /** `38,8793 g` or `1.2500 oz`. */
  readonly weight: (ouncesE4: number) => string;
  /** What a customer types for a number of this many decimals: no groups. */
  readonly typed: (units: number, decimals: number) => string;
};

function language(locale: Language['locale'], words: Words): Language {
  const [tag, gap, prefix] = locale === 'en' ? ['en-US', '', '/en'] : ['pt-BR', ' ', ''];
  const fixed = (value: number, digits: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const inGrams = (ouncesE4: number) => {
    const grams = (ouncesE4 * 31.1034768) / 10_000;
    if (grams >= 999.995) return `${fixed(grams / 1_000, 4)} kg`;
    return `${fixed(grams, grams < 99.99995 ? 4 : 2)} g`;
  };
  const amount = (cents: number) => `${cents < 0 ? '−' : ''}${fixed(Math.abs(cents) / 100, 2)}`;
  return {
    locale,
    words,
    path: (path) => (path === '/' ? prefix || '/' : prefix + path),
    amount,
    change(cents) {
      const sign = cents < 0 ? '−' : cents > 0 ? String.raw`\+` : '';
      return new RegExp(String.raw`${sign}(?:US\$)?${literal(amount(Math.abs(cents)))}`, 'u');
    },
    money: (cents) => `US$${gap}${amount(cents)}`,
    dollars: (whole) => `US$${gap}${fixed(whole, 0)}`,
    round: (whole) => (locale === 'en' ? `US$${fixed(whole, 0)}` : `R$ ${fixed(whole, 0)}`),
    told: (text, params) => {
      const amounts = Object.values(params).map((shown) => `(?:R\\$\\s[\\d.,]+ \\()?${literal(shown)}\\)?`);
      const marked = say(text, Object.fromEntries(Object.keys(params).map((name, i) => [name, `\0${i}\0`])));
      const parts = marked
        .split(/\0(\d+)\0/u)
        .map((part, i) => (i % 2 === 0 ? literal(part) : amounts[Number(part)]));
      return new RegExp(`^${parts.join('').replaceAll(' ', String.raw`\s`)}$`, 'u');
    },
    weight: (ouncesE4) => (locale === 'en' ? `${fixed(ouncesE4 / 10_000, 4)} oz` : inGrams(ouncesE4)),
    typed: (units, decimals) =>
      fixed(units / 10 ** decimals, decimals).replaceAll(locale === 'en' ? ',' : '.', ''),
  };
}

export const PORTUGUESE = language('pt-BR', PORTUGUESE_WORDS);
export const ENGLISH = language('en', ENGLISH_WORDS);
export const LANGUAGES = [PORTUGUESE, ENGLISH] as const;

/** Fills the placeholders of a text. */
export function say(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Nothing for {{${name}}} in "${text}"`);
    return String(value);
  });
}

const literal = (part: string) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** A text with placeholders as a pattern that takes anything in their places. */
export function anyOf(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{\{\w+\}\}/u)
      .map((part) => literal(part))
      .join('.+'),
    'u',
  );
}

/** The cents of a shown amount, whatever currency and marks surround its digits; it always has two decimals. */
export function centsIn(text: string): number {
  const digits = text.replaceAll(/\D/gu, '');
  if (digits === '') throw new Error(`No amount in "${text}"`);
  return /[−-]/u.test(text) ? -Number(digits) : Number(digits);
}
