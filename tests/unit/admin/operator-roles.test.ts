// The table of roles, written down a second time: whoever changes what a role may do changes it here too.

import { expect, test } from 'vitest';
import { ADMIN_PAGES, adminPageLeadsTo } from '../../../worker/domain/admin-pages.ts';
import { isAdminPage } from '../../../worker/domain/admin-path.ts';
import {
  ALL_CAPABILITIES,
  may,
  OPERATOR_ROLES,
  type OperatorRole,
  rolesOf,
  rolesWith,
} from '../../../worker/domain/operator-roles.ts';
import { PRIVATE_PAGES } from '../../../worker/domain/site-map.ts';

const TABLE: Readonly<Record<Exclude<OperatorRole, 'owner'>, readonly string[]>> = {
  support: [
    'area.open',
    'customers.read',
    'customers.note',
    'customers.access',
    'submissions.read',
    'submissions.forward',
    'contacts.read',
    'contacts.answer',
    'mail.read',
    'mail.change',
    'figures.read',
    'incident.read',
    'proposals.make',
    'deposits.read',
  ],
  compliance: [
    'area.open',
    'customers.read',
    'customers.note',
    'customers.status',
    'identities.read',
    'identities.decide',
    'withdrawals.read',
    'withdrawals.decide',
    'payouts.decide',
    'submissions.read',
    'submissions.export',
    'contacts.read',
    'ledger.read',
    'reversals.decide',
    'tariff.decide',
    'deposits.read',
    'deposits.propose',
    'deposits.decide',
    'bars.read',
    'bars.decide',
    'reconciliation.read',
    'audit.read',
    'proposals.make',
    'identities.open',
  ],
  treasury: [
    'area.open',
    'feed.read',
    'figures.read',
    'feed.change',
    'incident.read',
    'incident.change',
    'ledger.read',
    'ledger.check',
    'reversals.propose',
    'reversals.decide',
    'withdrawals.read',
    'withdrawals.decide',
    'payouts.decide',
    'tariff.propose',
    'tariff.decide',
    'deposits.read',
    'deposits.propose',
    'deposits.decide',
    'bars.read',
    'bars.propose',
    'bars.decide',
    'treasury.read',
    'treasury.propose',
    'treasury.decide',
    'reconciliation.read',
    'reconciliation.change',
  ],
  content: ['area.open', 'incident.read', 'incident.change', 'images.read', 'images.change'],
  auditor: [
    'area.open',
    'mail.read',
    'feed.read',
    'figures.read',
    'ledger.read',
    'ledger.check',
    'withdrawals.read',
    'bars.read',
    'deposits.read',
    'treasury.read',
    'reconciliation.read',
    'audit.read',
    'audit.export',
  ],
};

const who = (roles: readonly OperatorRole[], over = {}) => ({
  isAdmin: true,
  hasFactor: true,
  tier: 'premium' as const,
  roles,
  ...over,
});

test.each(OPERATOR_ROLES)('%s may do what the table says, and nothing else', (role) => {
  const expected = role === 'owner' ? ALL_CAPABILITIES : TABLE[role];
  const allowed = ALL_CAPABILITIES.filter((capability) => may(who([role]), capability));
  expect(allowed.toSorted()).toEqual([...expected].toSorted());
  expect(ALL_CAPABILITIES.filter((one) => rolesWith(one).includes(role)).toSorted()).toEqual(
    allowed.toSorted(),
  );
});

test('no role reads and changes what another desk decides: the auditor changes nothing', () => {
  const changes = ALL_CAPABILITIES.filter((one) =>
    /\.(?:change|access|status|answer|propose|decide)$/u.test(one),
  );
  expect(changes.filter((one) => may(who(['auditor']), one))).toEqual([]);
});

test('nothing is open without a second factor, without the row, or without a role', () => {
  for (const capability of ALL_CAPABILITIES) {
    expect(may(who(['owner'], { hasFactor: false }), capability)).toBe(false);
    expect(may(who(['owner'], { isAdmin: false }), capability)).toBe(false);
    expect(may(who([]), capability)).toBe(false);
  }
});

test('submissions and contact messages need tier premium as well', () => {
  const standard = who(['owner'], { tier: 'standard' });
  const shut = ALL_CAPABILITIES.filter((capability) => !may(standard, capability));
  expect(shut.every((one) => one.startsWith('submissions.') || one.startsWith('contacts.'))).toBe(true);
  expect(shut).toHaveLength(5);
});

test('every page of the area names what opens it, and two roles open the pages of both', () => {
  expect(Object.keys(ADMIN_PAGES).toSorted()).toEqual(PRIVATE_PAGES.filter(isAdminPage).toSorted());
  expect(adminPageLeadsTo('/admin', who(['content', 'auditor']))).toBe('/admin/today');
  expect(adminPageLeadsTo('/admin/audit', who(['content', 'auditor']))).toBeNull();
  expect(adminPageLeadsTo('/admin', who([]))).toBe('/dashboard');
});

test.each([
  ['no operator', '/admin/audit', who(['auditor'], { isAdmin: false, hasFactor: false }), '/dashboard'],
  [
    'an operator without a second factor',
    '/admin/audit',
    who(['auditor'], { hasFactor: false }),
    '/profile/security?for=operators',
  ],
  ['whom it is open to', '/admin/audit', who(['auditor']), null],
  ['whom it is not open to', '/admin/audit', who(['content']), '/dashboard'],
  ['an operator, to an address that is no page', '/admin/nowhere', who(['content']), null],
  ['an operator, to a word of every object', 'constructor', who(['content']), null],
  ['an operator without a role', '/admin/nowhere', who([]), '/dashboard'],
  ['who may see customers, to the first page', '/admin', who(['support']), null],
  ['who may not, to his own first page', '/admin', who(['content']), '/admin/today'],
] as const)('%s who opens %s', (_, path, visitor, leadsTo) => {
  expect(adminPageLeadsTo(path, visitor)).toBe(leadsTo);
});

test('the area is what is below its address', () => {
  const paths = ['/admin', '/admin/', '/admin/audit', '/administration', '/x/admin', '/'];
  expect(paths.filter(isAdminPage)).toEqual(['/admin', '/admin/', '/admin/audit']);
});

test('roles are read in their order, and unknown words are left out', () => {
  expect(rolesOf('owner,king,support')).toEqual(['support', 'owner']);
  expect(rolesOf(null)).toEqual([]);
});
