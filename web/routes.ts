// Every address of the site in the language of this build: unprefixed in Portuguese, under /en in English.

import { index, layout, prefix, route } from '@react-router/dev/routes';
import { BUILD_LOCALE } from './i18n/build-locale.ts';

const screens = [
  index('pages/home.tsx'),
  route('gold', 'pages/gold.tsx'),
  route('silver', 'pages/silver.tsx'),
  route('pricing', 'pages/pricing.tsx'),
  route('security', 'pages/security.tsx'),
  route('about', 'pages/about.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('tools', 'pages/tools.tsx'),
  route('learn', 'pages/learn.tsx'),
  route('verify', 'pages/verify.tsx'),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('forgot-password', 'pages/forgot-password.tsx'),
  route('reset-password', 'pages/reset-password.tsx'),
  route('confirm-email', 'pages/confirm-email.tsx'),
  route('remove-factor', 'pages/remove-factor.tsx'),
  route('freeze', 'pages/freeze.tsx'),
  route('newsletter/confirm', 'pages/newsletter-confirm.tsx'),
  route('newsletter/leave', 'pages/newsletter-leave.tsx'),
  route('dashboard', 'pages/dashboard.tsx'),
  route('statements/tax', 'pages/tax.tsx'),
  route('statements', 'pages/statements.tsx'),
  route('profile', 'pages/profile.tsx', [
    index('pages/profile/details.tsx'),
    route('identity', 'pages/profile/identity.tsx'),
    route('settings', 'pages/profile/settings.tsx'),
    route('alerts', 'pages/profile/alerts.tsx'),
    route('security', 'pages/profile/security.tsx'),
    route('data', 'pages/profile/data.tsx'),
  ]),
  route('admin', 'pages/operators.tsx', [
    index('pages/operators/customers.tsx'),
    route('customer', 'pages/operators/customer.tsx'),
    route('identities', 'pages/operators/identities.tsx'),
    route('images', 'pages/operators/images.tsx'),
    route('submissions', 'pages/operators/submissions.tsx'),
    route('contacts', 'pages/operators/contacts.tsx'),
    route('incident', 'pages/operators/incident.tsx'),
    route('feed', 'pages/operators/price-sources.tsx'),
    route('ledger', 'pages/operators/ledger.tsx'),
    route('audit', 'pages/operators/audit.tsx'),
    route('mail', 'pages/operators/mail.tsx'),
    route('operators', 'pages/operators/people.tsx'),
    route('*', 'pages/operators/not-found.tsx'),
  ]),
  route('legal/terms', 'pages/legal-terms.tsx'),
  route('legal/privacy', 'pages/legal-privacy.tsx'),
  route('legal/disclaimer', 'pages/legal-disclaimer.tsx'),
  route('legal/risk', 'pages/legal-risk.tsx'),
  route('*', 'pages/not-found.tsx'),
];

export default [layout('shell/site.tsx', BUILD_LOCALE === 'en' ? prefix('en', screens) : screens)];
