// The texts of the sections that tests name, in both languages. Types come from the Portuguese files.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type about from '#messages/about.json';
import type operatorsAuditFile from '#messages/operators-audit.json';
import type operatorsContactsFile from '#messages/operators-contacts.json';
import type operatorsIncidentFile from '#messages/operators-incident.json';
import type operatorsFile from '#messages/operators.json';
import type operatorsPriceSourcesFile from '#messages/operators-price-sources.json';
import type operatorsImagesFile from '#messages/operators-images.json';
import type operatorsClosesFile from '#messages/operators-closes.json';
import type operatorsReconciliationFile from '#messages/operators-reconciliation.json';
import type operatorsFiguresFile from '#messages/operators-figures.json';
import type operatorsTodayFile from '#messages/operators-today.json';
import type operatorsTreasuryFile from '#messages/operators-treasury.json';
import type operatorsLedgerFile from '#messages/operators-ledger.json';
import type operatorsMailFile from '#messages/operators-mail.json';
import type identityFile from '#messages/identity.json';
import type operatorsIdentitiesFile from '#messages/operators-identities.json';
import type operatorsProblemsFile from '#messages/operators-problems.json';
import type problemsFile from '#messages/problems.json';
import type operatorsTimelineFile from '#messages/operators-timeline.json';
import type operatorsPeopleFile from '#messages/operators-people.json';
import type operatorsDepositsFile from '#messages/operators-deposits.json';
import type operatorsBarsFile from '#messages/operators-bars.json';
import type operatorsProposalsFile from '#messages/operators-proposals.json';
import type marketFile from '#messages/market.json';
import type operatorsSubmissionsFile from '#messages/operators-submissions.json';
import type common from '#messages/common.json';
import type passwordFile from '#messages/password.json';
import type learn from '#messages/learn.json';
import type legalDisclaimer from '#messages/legal-disclaimer.json';
import type legalPrivacy from '#messages/legal-privacy.json';
import type legalRisk from '#messages/legal-risk.json';
import type legalTerms from '#messages/legal-terms.json';
import type login from '#messages/login.json';
import type shellLateFile from '#messages/shell-late.json';
import type password from '#messages/password.json';
import type dashboardFile from '#messages/dashboard.json';
import type twoStepFile from '#messages/two-step.json';
import type uiFile from '#messages/ui.json';
import type ordersFile from '#messages/orders.json';
import type security from '#messages/security.json';
import type profileFile from '#messages/profile.json';
import type shell from '#messages/shell.json';
import type transactions from '#messages/transactions.json';
import type emailFile from '#messages/email.json';
import type myDataFile from '#messages/my-data.json';
import type statementFileFile from '#messages/statement-file.json';
import type statementsFile from '#messages/statements.json';
import type taxFile from '#messages/tax.json';
import type operatorsTariffFile from '#messages/operators-tariff.json';
import type homeBelowFile from '#messages/home-below.json';
import type pricingFile from '#messages/pricing.json';
import type storageFile from '#messages/storage.json';
import type verifyFile from '#messages/verify.json';
import type formErrors from '#messages/form-errors.json';
import type notFoundFile from '#messages/not-found.json';
import type operatorsWithdrawalsFile from '#messages/operators-withdrawals.json';
import type titlesFile from '#messages/titles.json';
import type withdrawalsFile from '#messages/withdrawals.json';
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

function both<T extends Messages>(section: string, group?: string): Words<T> {
  const read = (locale: Locale): T => {
    const messages = JSON.parse(readFileSync(join(FOLDER, locale, `${section}.json`), 'utf8')) as Messages;
    return (group === undefined ? messages : messages[group]) as T;
  };
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
export const adminAuditWords = both<typeof operatorsAuditFile>('operators-audit');
export const adminCustomerWords = both<(typeof operatorsFile)['customer']>('operators', 'customer');
export const adminDashboardWords = both<(typeof operatorsFile)['dashboard']>('operators', 'dashboard');
export const adminFeedWords = both<typeof operatorsPriceSourcesFile>('operators-price-sources');
export const adminProposedWords = both<(typeof operatorsFile)['proposed']>('operators', 'proposed');
export const adminFrameWords = both<(typeof operatorsFile)['frame']>('operators', 'frame');
export const adminImagesWords = both<(typeof operatorsImagesFile)['images']>('operators-images', 'images');
export const adminClosesWords = both<typeof operatorsClosesFile>('operators-closes');
export const adminReconciliationWords = both<typeof operatorsReconciliationFile>('operators-reconciliation');
export const adminFiguresWords = both<typeof operatorsFiguresFile>('operators-figures');
export const adminTodayWords = both<typeof operatorsTodayFile>('operators-today');
export const adminTreasuryWords = both<typeof operatorsTreasuryFile>('operators-treasury');
export const adminLedgerWords = both<typeof operatorsLedgerFile>('operators-ledger');
export const adminMailWords = both<typeof operatorsMailFile>('operators-mail');
export const identityWords = both<typeof identityFile>('identity');
export const adminIdentitiesWords = both<typeof operatorsIdentitiesFile>('operators-identities');
export const problemsWords = both<typeof problemsFile>('problems');
export const adminProblemsWords = both<typeof operatorsProblemsFile>('operators-problems');
export const adminTimelineWords = both<typeof operatorsTimelineFile>('operators-timeline');
export const adminContactsWords = both<typeof operatorsContactsFile>('operators-contacts');
export const adminIncidentWords = both<typeof operatorsIncidentFile>('operators-incident');
export const adminPeopleWords = both<typeof operatorsPeopleFile>('operators-people');
export const adminDepositsWords = both<typeof operatorsDepositsFile>('operators-deposits');
export const adminBarsWords = both<typeof operatorsBarsFile>('operators-bars');
export const adminProposalsWords = both<typeof operatorsProposalsFile>('operators-proposals');
export const marketWords = both<typeof marketFile>('market');
export const adminSubmissionsWords = both<typeof operatorsSubmissionsFile>('operators-submissions');
export const adminTariffWords = both<typeof operatorsTariffFile>('operators-tariff');
export const adminUserWords = both<(typeof operatorsFile)['user']>('operators', 'user');
export const adminWithdrawalsWords = both<typeof operatorsWithdrawalsFile>('operators-withdrawals');
export const withdrawalsWords = both<typeof withdrawalsFile>('withdrawals');
export const adminVideosWords = both<(typeof operatorsImagesFile)['videos']>('operators-images', 'videos');
export const commonWords = both<typeof common>('common');
export const forgotPasswordWords = both<(typeof passwordFile)['forgotPassword']>(
  'password',
  'forgotPassword',
);
export const learnWords = both<typeof learn>('learn');
export const legalDisclaimerWords = both<typeof legalDisclaimer>('legal-disclaimer');
export const legalPrivacyWords = both<typeof legalPrivacy>('legal-privacy');
export const legalRiskWords = both<typeof legalRisk>('legal-risk');
export const legalTermsWords = both<typeof legalTerms>('legal-terms');
export const loginWords = both<typeof login>('login');
export const shellLateWords = both<typeof shellLateFile>('shell-late');
export const menusWords = both<(typeof shellLateFile)['menus']>('shell-late', 'menus');
export const passwordWords = both<typeof password>('password');
export const portfolioWords = both<(typeof dashboardFile)['portfolio']>('dashboard', 'portfolio');
export const enrolmentWords = both<(typeof twoStepFile)['operators']>('two-step', 'operators');
export const proofWords = both<(typeof twoStepFile)['proof']>('two-step', 'proof');
export const receiptWords = both<(typeof ordersFile)['receipt']>('orders', 'receipt');
export const resetPasswordWords = both<(typeof passwordFile)['resetPassword']>('password', 'resetPassword');
export const securityWords = both<typeof security>('security');
export const securityLogWords = both<(typeof profileFile)['securityLog']>('profile', 'securityLog');
export const sessionsWords = both<(typeof profileFile)['sessions']>('profile', 'sessions');
export const shellWords = both<typeof shell>('shell');
export const notFoundWords = both<typeof notFoundFile>('not-found');
export const titlesWords = both<typeof titlesFile>('titles');
export const homeBelowWords = both<typeof homeBelowFile>('home-below');
export const pricingMoreWords = both<(typeof pricingFile)['more']>('pricing', 'more');
export const storageWords = both<typeof storageFile>('storage');
export const transactionsWords = both<typeof transactions>('transactions');
export const uiWords = both<typeof uiFile>('ui');
export const dashboardWords = both<typeof dashboardFile>('dashboard');
export const emailWords = both<typeof emailFile>('email');
export const myDataWords = both<typeof myDataFile>('my-data');
export const statementWords = both<typeof statementsFile>('statements');
export const taxWords = both<typeof taxFile>('tax');
export const statementFileWords = both<typeof statementFileFile>('statement-file');
export const verifyWords = both<typeof verifyFile>('verify');
export const newsletterWords = both<typeof shellLateFile.newsletter>('shell-late', 'newsletter');
export const formErrorsWords = both<typeof formErrors>('form-errors');
