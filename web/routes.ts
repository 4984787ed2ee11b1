// Every address of the site. Each screen exists once per locale: unprefixed in Portuguese, under /en in English.

import { index, layout, prefix, route, type RouteConfigEntry } from '@react-router/dev/routes';

/** The same files serve both locales, so every route needs an id of its own. */
function screens(locale: string): RouteConfigEntry[] {
  const id = (name: string) => ({ id: `${locale}/${name}` });
  return [
    index('pages/home.tsx', id('home')),
    route('gold', 'pages/gold.tsx', id('gold')),
    route('silver', 'pages/silver.tsx', id('silver')),
    route('pricing', 'pages/pricing.tsx', id('pricing')),
    route('security', 'pages/security.tsx', id('security')),
    route('about', 'pages/about.tsx', id('about')),
    route('contact', 'pages/contact.tsx', id('contact')),
    route('tools', 'pages/tools.tsx', id('tools')),
    route('learn', 'pages/learn.tsx', id('learn')),
    route('login', 'pages/login.tsx', id('login')),
    route('signup', 'pages/signup.tsx', id('signup')),
    route('forgot-password', 'pages/forgot-password.tsx', id('forgot-password')),
    route('reset-password', 'pages/reset-password.tsx', id('reset-password')),
    route('dashboard', 'pages/dashboard.tsx', id('dashboard')),
    route('profile', 'pages/profile.tsx', id('profile'), [
      index('pages/profile/details.tsx', id('profile-details')),
      route('settings', 'pages/profile/settings.tsx', id('profile-settings')),
      route('alerts', 'pages/profile/alerts.tsx', id('profile-alerts')),
      route('security', 'pages/profile/security.tsx', id('profile-security')),
    ]),
    route('admin', 'pages/operators.tsx', id('admin'), [
      index('pages/operators/customers.tsx', id('admin-dashboard')),
      route('customer', 'pages/operators/customer.tsx', id('admin-customer')),
      route('images', 'pages/operators/images.tsx', id('admin-images')),
      route('submissions', 'pages/operators/submissions.tsx', id('admin-submissions')),
      route('feed', 'pages/operators/price-sources.tsx', id('admin-feed')),
      route('ledger', 'pages/operators/ledger.tsx', id('admin-ledger')),
      route('audit', 'pages/operators/audit.tsx', id('admin-audit')),
      route('mail', 'pages/operators/mail.tsx', id('admin-mail')),
    ]),
    route('legal/terms', 'pages/legal-terms.tsx', id('legal-terms')),
    route('legal/privacy', 'pages/legal-privacy.tsx', id('legal-privacy')),
    route('legal/disclaimer', 'pages/legal-disclaimer.tsx', id('legal-disclaimer')),
    route('legal/risk', 'pages/legal-risk.tsx', id('legal-risk')),
    route('*', 'pages/not-found.tsx', id('not-found')),
  ];
}

export default [layout('shell/site.tsx', [...screens('pt-BR'), ...prefix('en', screens('en'))])];
