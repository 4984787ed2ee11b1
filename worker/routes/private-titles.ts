// The tab titles of the private pages. These pages share one document, so the Worker writes the title before the app starts.

import en from '../../locales/en/titles.json' with { type: 'json' };
import pt from '../../locales/pt-BR/titles.json' with { type: 'json' };
import type { Language } from '../domain/settings-rules.ts';
import type { PRIVATE_PAGES } from '../domain/site-map.ts';

type PrivatePage = (typeof PRIVATE_PAGES)[number];

const TITLES = { 'pt-BR': pt, en } as const satisfies Readonly<Record<Language, unknown>>;

const KEYS: Readonly<Record<PrivatePage, keyof typeof pt>> = {
  '/dashboard': 'dashboard',
  '/statements/tax': 'tax',
  '/statements': 'statements',
  '/storage': 'storage',
  '/profile': 'profile',
  '/profile/identity': 'identity',
  '/profile/settings': 'settings',
  '/profile/alerts': 'alerts',
  '/profile/security': 'security',
  '/profile/payouts': 'payouts',
  '/profile/data': 'myData',
  '/admin': 'customers',
  '/admin/today': 'today',
  '/admin/customer': 'customer',
  '/admin/identities': 'identities',
  '/admin/images': 'images',
  '/admin/submissions': 'submissions',
  '/admin/contacts': 'contacts',
  '/admin/figures': 'figures',
  '/admin/incident': 'incident',
  '/admin/feed': 'priceSources',
  '/admin/withdrawals': 'withdrawals',
  '/admin/deposits': 'deposits',
  '/admin/ledger': 'ledger',
  '/admin/tariff': 'tariff',
  '/admin/closes': 'closes',
  '/admin/bars': 'bars',
  '/admin/treasury': 'treasury',
  '/admin/reconciliation': 'reconciliation',
  '/admin/audit': 'audit',
  '/admin/mail': 'mail',
  '/admin/operators': 'operators',
  '/forgot-password': 'forgotPassword',
  '/reset-password': 'resetPassword',
  '/confirm-email': 'confirmEmail',
  '/remove-factor': 'removeFactor',
  '/freeze': 'freeze',
  '/confirm-withdrawal': 'confirmWithdrawal',
  '/newsletter/confirm': 'newsletterConfirm',
  '/newsletter/leave': 'newsletterLeave',
};

export function privateTitle(page: PrivatePage, language: Language): string {
  return TITLES[language][KEYS[page]].title;
}

export function isPrivatePage(path: string): path is PrivatePage {
  return Object.hasOwn(KEYS, path);
}
