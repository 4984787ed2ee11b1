// What each role of an operator may do (P51). A call or a page of the operators' area names one capability; an operator has the
// capabilities of all his roles. An owner has every one, so the table names the others.

export const OPERATOR_ROLES = ['support', 'compliance', 'treasury', 'content', 'auditor', 'owner'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

type Rule = {
  readonly roles: readonly OperatorRole[];
  /** Personal data of people who wrote to us: tier premium as well (P12). */
  readonly premium?: true;
};

const CAPABILITIES = {
  /** The frame: what waits, which deployment this is. */
  'area.open': { roles: ['support', 'compliance', 'treasury', 'content', 'auditor'] },
  'customers.read': { roles: ['support', 'compliance'] },
  'customers.status': { roles: ['compliance'] },
  'customers.access': { roles: ['support'] },
  'customers.note': { roles: ['support', 'compliance'] },
  'identities.read': { roles: ['compliance'] },
  'identities.decide': { roles: ['compliance'] },
  'submissions.read': { roles: ['support', 'compliance'], premium: true },
  'submissions.export': { roles: ['compliance'], premium: true },
  'submissions.forward': { roles: ['support'], premium: true },
  'contacts.read': { roles: ['support', 'compliance'], premium: true },
  'contacts.answer': { roles: ['support'], premium: true },
  'mail.read': { roles: ['support', 'auditor'] },
  'mail.change': { roles: ['support'] },
  'feed.read': { roles: ['treasury', 'auditor'] },
  'figures.read': { roles: ['support', 'treasury', 'auditor'] },
  'feed.change': { roles: ['treasury'] },
  'incident.read': { roles: ['support', 'treasury', 'content'] },
  'incident.change': { roles: ['treasury', 'content'] },
  'ledger.read': { roles: ['compliance', 'treasury', 'auditor'] },
  'ledger.check': { roles: ['treasury', 'auditor'] },
  'reversals.propose': { roles: ['treasury'] },
  'reversals.decide': { roles: ['compliance', 'treasury'] },
  'withdrawals.read': { roles: ['compliance', 'treasury', 'auditor'] },
  /** Whose an account is that no bank can say. */
  'payouts.decide': { roles: ['compliance', 'treasury'] },
  'withdrawals.decide': { roles: ['compliance', 'treasury'] },
  'tariff.propose': { roles: ['treasury'] },
  'tariff.decide': { roles: ['compliance', 'treasury'] },
  'deposits.read': { roles: ['support', 'compliance', 'treasury', 'auditor'] },
  'deposits.propose': { roles: ['compliance', 'treasury'] },
  'deposits.decide': { roles: ['compliance', 'treasury'] },
  'bars.read': { roles: ['compliance', 'treasury', 'auditor'] },
  'bars.propose': { roles: ['treasury'] },
  'bars.decide': { roles: ['compliance', 'treasury'] },
  'treasury.read': { roles: ['treasury', 'auditor'] },
  'treasury.propose': { roles: ['treasury'] },
  'treasury.decide': { roles: ['treasury'] },
  'reconciliation.read': { roles: ['compliance', 'treasury', 'auditor'] },
  'reconciliation.change': { roles: ['treasury'] },
  'images.read': { roles: ['content'] },
  'images.change': { roles: ['content'] },
  'audit.read': { roles: ['compliance', 'auditor'] },
  'audit.export': { roles: ['auditor'] },
  /** What is done about an operator is proposed; which kinds, worker/services/operators/proposal-kinds.ts says. */
  'proposals.make': { roles: ['support', 'compliance'] },
  /** Who a closed account was: asked for by one, opened by an owner who is another. */
  'identities.open': { roles: ['compliance'] },
  'operators.read': { roles: [] },
  'operators.change': { roles: [] },
} as const satisfies Readonly<Record<string, Rule>>;

export type Capability = keyof typeof CAPABILITIES;
export const ALL_CAPABILITIES = Object.keys(CAPABILITIES) as readonly Capability[];

/** What decides about an operator's access; of a customer `isAdmin` is false. */
export type OperatorFacts = {
  readonly isAdmin: boolean;
  readonly roles: readonly OperatorRole[];
  /** An authenticator app or a passkey: without one the area stays closed. */
  readonly hasFactor: boolean;
  readonly tier: 'standard' | 'premium';
};

export function rolesWith(capability: Capability): readonly OperatorRole[] {
  return ['owner', ...CAPABILITIES[capability].roles];
}

export function needsPremium(capability: Capability): boolean {
  const rule: Rule = CAPABILITIES[capability];
  return rule.premium === true;
}

export function may(who: OperatorFacts, capability: Capability): boolean {
  if (!who.isAdmin || !who.hasFactor) return false;
  if (needsPremium(capability) && who.tier !== 'premium') return false;
  return rolesWith(capability).some((role) => who.roles.includes(role));
}

/** As the database joins them; words that no release knows any more are left out. */
export function rolesOf(joined: string | null): OperatorRole[] {
  const held = new Set((joined ?? '').split(','));
  return OPERATOR_ROLES.filter((role) => held.has(role));
}
