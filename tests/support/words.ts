// The texts of the sections that tests name, in both languages. Types come from the Portuguese files.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type about from '#messages/about.json';
import type adminAudit from '#messages/admin-audit.json';
import type adminCustomer from '#messages/admin-customer.json';
import type adminDashboard from '#messages/admin-dashboard.json';
import type adminFeed from '#messages/admin-feed.json';
import type adminFrame from '#messages/admin-frame.json';
import type adminImages from '#messages/admin-images.json';
import type adminLedger from '#messages/admin-ledger.json';
import type adminMail from '#messages/admin-mail.json';
import type adminSubmissions from '#messages/admin-submissions.json';
import type adminUser from '#messages/admin-user.json';
import type adminVideos from '#messages/admin-videos.json';
import type common from '#messages/common.json';
import type forgotPassword from '#messages/forgot-password.json';
import type learn from '#messages/learn.json';
import type legalDisclaimer from '#messages/legal-disclaimer.json';
import type legalPrivacy from '#messages/legal-privacy.json';
import type legalRisk from '#messages/legal-risk.json';
import type legalTerms from '#messages/legal-terms.json';
import type login from '#messages/login.json';
import type menus from '#messages/menus.json';
import type password from '#messages/password.json';
import type portfolio from '#messages/portfolio.json';
import type proof from '#messages/proof.json';
import type receipt from '#messages/receipt.json';
import type resetPassword from '#messages/reset-password.json';
import type security from '#messages/security.json';
import type securityLog from '#messages/security-log.json';
import type sessions from '#messages/sessions.json';
import type shell from '#messages/shell.json';
import type transactions from '#messages/transactions.json';
import type formErrors from '#messages/form-errors.json';
import { LOCALES, type Locale } from '../../web/i18n/locale.ts';
import {
  type MessageKey,
  type MessageParams,
  type Messages,
  type Translate,
  translator as translatorOf,
} from '../../web/i18n/messages.ts';

const FOLDER = resolve(import.meta.dirname, '../../locales');

type Words<T> = {
  readonly dictionaries: Readonly<Record<Locale, T>>;
  readonly say: (locale: Locale, key: MessageKey<T>, params?: MessageParams) => string;
};

function both<T extends Messages>(section: string): Words<T> {
  const read = (locale: Locale) =>
    JSON.parse(readFileSync(join(FOLDER, locale, `${section}.json`), 'utf8')) as T;
  const dictionaries = Object.fromEntries(LOCALES.map((locale) => [locale, read(locale)])) as Record<
    Locale,
    T
  >;
  return {
    dictionaries,
    say: (locale, key, params) => translatorOf(dictionaries[locale], locale)(key, params),
  };
}

export const translator = <T extends Messages>(words: Words<T>, locale: Locale): Translate<T> =>
  translatorOf(words.dictionaries[locale], locale);

export const aboutWords = both<typeof about>('about');
export const adminAuditWords = both<typeof adminAudit>('admin-audit');
export const adminCustomerWords = both<typeof adminCustomer>('admin-customer');
export const adminDashboardWords = both<typeof adminDashboard>('admin-dashboard');
export const adminFeedWords = both<typeof adminFeed>('admin-feed');
export const adminFrameWords = both<typeof adminFrame>('admin-frame');
export const adminImagesWords = both<typeof adminImages>('admin-images');
export const adminLedgerWords = both<typeof adminLedger>('admin-ledger');
export const adminMailWords = both<typeof adminMail>('admin-mail');
export const adminSubmissionsWords = both<typeof adminSubmissions>('admin-submissions');
export const adminUserWords = both<typeof adminUser>('admin-user');
export const adminVideosWords = both<typeof adminVideos>('admin-videos');
export const commonWords = both<typeof common>('common');
export const forgotPasswordWords = both<typeof forgotPassword>('forgot-password');
export const learnWords = both<typeof learn>('learn');
export const legalDisclaimerWords = both<typeof legalDisclaimer>('legal-disclaimer');
export const legalPrivacyWords = both<typeof legalPrivacy>('legal-privacy');
export const legalRiskWords = both<typeof legalRisk>('legal-risk');
export const legalTermsWords = both<typeof legalTerms>('legal-terms');
export const loginWords = both<typeof login>('login');
export const menusWords = both<typeof menus>('menus');
export const passwordWords = both<typeof password>('password');
export const portfolioWords = both<typeof portfolio>('portfolio');
export const proofWords = both<typeof proof>('proof');
export const receiptWords = both<typeof receipt>('receipt');
export const resetPasswordWords = both<typeof resetPassword>('reset-password');
export const securityWords = both<typeof security>('security');
export const securityLogWords = both<typeof securityLog>('security-log');
export const sessionsWords = both<typeof sessions>('sessions');
export const shellWords = both<typeof shell>('shell');
export const transactionsWords = both<typeof transactions>('transactions');
export const formErrorsWords = both<typeof formErrors>('form-errors');
