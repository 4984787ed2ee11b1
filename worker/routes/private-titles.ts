// Private screens share one document, each under its own title: what the tab says before the app has started.

import dashboardEn from '../../locales/en/dashboard.json' with { type: 'json' };
import dashboardPt from '../../locales/pt-BR/dashboard.json' with { type: 'json' };
import profileEn from '../../locales/en/profile.json' with { type: 'json' };
import profilePt from '../../locales/pt-BR/profile.json' with { type: 'json' };
import enPassword from '../../locales/en/password.json' with { type: 'json' };
import ptPassword from '../../locales/pt-BR/password.json' with { type: 'json' };
import enOperators from '../../locales/en/operators.json' with { type: 'json' };
import ptOperators from '../../locales/pt-BR/operators.json' with { type: 'json' };
import enOperatorsImages from '../../locales/en/operators-images.json' with { type: 'json' };
import ptOperatorsImages from '../../locales/pt-BR/operators-images.json' with { type: 'json' };
import adminSubmissionsEn from '../../locales/en/operators-submissions.json' with { type: 'json' };
import adminSubmissionsPt from '../../locales/pt-BR/operators-submissions.json' with { type: 'json' };
import adminFeedEn from '../../locales/en/operators-price-sources.json' with { type: 'json' };
import adminFeedPt from '../../locales/pt-BR/operators-price-sources.json' with { type: 'json' };
import adminLedgerEn from '../../locales/en/operators-ledger.json' with { type: 'json' };
import adminLedgerPt from '../../locales/pt-BR/operators-ledger.json' with { type: 'json' };
import adminAuditEn from '../../locales/en/operators-audit.json' with { type: 'json' };
import adminAuditPt from '../../locales/pt-BR/operators-audit.json' with { type: 'json' };
import adminMailEn from '../../locales/en/operators-mail.json' with { type: 'json' };
import adminMailPt from '../../locales/pt-BR/operators-mail.json' with { type: 'json' };
import type { Language } from '../domain/settings-rules.ts';
import type { PRIVATE_PAGES } from '../domain/site-map.ts';

const profileSettingsEn = profileEn.settings;
const profileSettingsPt = profilePt.settings;
const profileAlertsEn = profileEn.alerts;
const profileAlertsPt = profilePt.alerts;
const profileSecurityEn = profileEn.security;
const profileSecurityPt = profilePt.security;
const forgotPasswordEn = enPassword.forgotPassword;
const forgotPasswordPt = ptPassword.forgotPassword;
const resetPasswordEn = enPassword.resetPassword;
const resetPasswordPt = ptPassword.resetPassword;
const adminDashboardEn = enOperators.dashboard;
const adminDashboardPt = ptOperators.dashboard;
const adminCustomerEn = enOperators.customer;
const adminCustomerPt = ptOperators.customer;
const adminImagesEn = enOperatorsImages.images;
const adminImagesPt = ptOperatorsImages.images;

type PrivatePage = (typeof PRIVATE_PAGES)[number];

export const PRIVATE_TITLES: Readonly<Record<PrivatePage, Readonly<Record<Language, string>>>> = {
  '/dashboard': { 'pt-BR': dashboardPt.meta.title, en: dashboardEn.meta.title },
  '/profile': { 'pt-BR': profilePt.meta.title, en: profileEn.meta.title },
  '/profile/settings': { 'pt-BR': profileSettingsPt.meta.title, en: profileSettingsEn.meta.title },
  '/profile/alerts': { 'pt-BR': profileAlertsPt.meta.title, en: profileAlertsEn.meta.title },
  '/profile/security': { 'pt-BR': profileSecurityPt.meta.title, en: profileSecurityEn.meta.title },
  '/admin': { 'pt-BR': adminDashboardPt.meta.title, en: adminDashboardEn.meta.title },
  '/admin/customer': { 'pt-BR': adminCustomerPt.meta.title, en: adminCustomerEn.meta.title },
  '/admin/images': { 'pt-BR': adminImagesPt.meta.title, en: adminImagesEn.meta.title },
  '/admin/submissions': { 'pt-BR': adminSubmissionsPt.meta.title, en: adminSubmissionsEn.meta.title },
  '/admin/feed': { 'pt-BR': adminFeedPt.meta.title, en: adminFeedEn.meta.title },
  '/admin/ledger': { 'pt-BR': adminLedgerPt.meta.title, en: adminLedgerEn.meta.title },
  '/admin/audit': { 'pt-BR': adminAuditPt.meta.title, en: adminAuditEn.meta.title },
  '/admin/mail': { 'pt-BR': adminMailPt.meta.title, en: adminMailEn.meta.title },
  '/forgot-password': { 'pt-BR': forgotPasswordPt.meta.title, en: forgotPasswordEn.meta.title },
  '/reset-password': { 'pt-BR': resetPasswordPt.meta.title, en: resetPasswordEn.meta.title },
};

export function isPrivatePage(path: string): path is PrivatePage {
  return Object.hasOwn(PRIVATE_TITLES, path);
}
