// Private screens share one document, each under its own title: what the tab says before the app has started.

import dashboardEn from '../../locales/en/dashboard.json' with { type: 'json' };
import dashboardPt from '../../locales/pt-BR/dashboard.json' with { type: 'json' };
import profileEn from '../../locales/en/profile.json' with { type: 'json' };
import profilePt from '../../locales/pt-BR/profile.json' with { type: 'json' };
import profileSettingsEn from '../../locales/en/profile-settings.json' with { type: 'json' };
import profileSettingsPt from '../../locales/pt-BR/profile-settings.json' with { type: 'json' };
import profileAlertsEn from '../../locales/en/profile-alerts.json' with { type: 'json' };
import profileAlertsPt from '../../locales/pt-BR/profile-alerts.json' with { type: 'json' };
import profileSecurityEn from '../../locales/en/profile-security.json' with { type: 'json' };
import profileSecurityPt from '../../locales/pt-BR/profile-security.json' with { type: 'json' };
import forgotPasswordEn from '../../locales/en/forgot-password.json' with { type: 'json' };
import forgotPasswordPt from '../../locales/pt-BR/forgot-password.json' with { type: 'json' };
import resetPasswordEn from '../../locales/en/reset-password.json' with { type: 'json' };
import resetPasswordPt from '../../locales/pt-BR/reset-password.json' with { type: 'json' };
import adminDashboardEn from '../../locales/en/admin-dashboard.json' with { type: 'json' };
import adminDashboardPt from '../../locales/pt-BR/admin-dashboard.json' with { type: 'json' };
import adminCustomerEn from '../../locales/en/admin-customer.json' with { type: 'json' };
import adminCustomerPt from '../../locales/pt-BR/admin-customer.json' with { type: 'json' };
import adminImagesEn from '../../locales/en/admin-images.json' with { type: 'json' };
import adminImagesPt from '../../locales/pt-BR/admin-images.json' with { type: 'json' };
import adminSubmissionsEn from '../../locales/en/admin-submissions.json' with { type: 'json' };
import adminSubmissionsPt from '../../locales/pt-BR/admin-submissions.json' with { type: 'json' };
import adminFeedEn from '../../locales/en/admin-feed.json' with { type: 'json' };
import adminFeedPt from '../../locales/pt-BR/admin-feed.json' with { type: 'json' };
import adminLedgerEn from '../../locales/en/admin-ledger.json' with { type: 'json' };
import adminLedgerPt from '../../locales/pt-BR/admin-ledger.json' with { type: 'json' };
import adminAuditEn from '../../locales/en/admin-audit.json' with { type: 'json' };
import adminAuditPt from '../../locales/pt-BR/admin-audit.json' with { type: 'json' };
import adminMailEn from '../../locales/en/admin-mail.json' with { type: 'json' };
import adminMailPt from '../../locales/pt-BR/admin-mail.json' with { type: 'json' };
import type { Language } from '../domain/settings-rules.ts';
import type { PRIVATE_PAGES } from '../domain/site-map.ts';

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
