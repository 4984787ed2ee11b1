// What can be proposed about somebody (P53): who may propose it, who may decide, when it makes sense, and the statements of the
// approval, which run in one batch with the decision and its line. A new kind is one line here and one in `proposal_kinds`.

import { guarded } from '../../db/guards.ts';
import { outdateTotalsStatement } from '../../db/operators/customer-totals.ts';
import {
  makeOperatorStatement,
  type OperatorCandidate,
  setRolesStatements,
  setTierStatement,
  touchOperatorStatement,
  unmakeOperatorStatement,
} from '../../db/operators/operators.ts';
import type { OperatorTerms } from '../../contract/operators/operators.ts';
import { openStatement } from '../../db/retained-identities.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { IDENTITY_OPEN_MS } from '../../domain/closing.ts';
import type { ProposalKind } from '../../domain/operator-proposals.ts';
import type { Capability } from '../../domain/operator-roles.ts';
import type { Deps } from '../deps.ts';
import { resetLinkStatements } from '../reset-password.ts';
import { unfreezeByTeamStatements } from '../freeze.ts';
import { emailChangeByTeamStatements } from '../change-email.ts';
import { twoStepResetStatements } from './customer-access.ts';
import { statusStatements } from './customer-status.ts';

/** What a proposal leaves open; null where its kind leaves nothing of it open. */
export type Asked = {
  readonly terms: OperatorTerms | null;
  /** The new address. */
  readonly email: string | null;
};

/** An open proposal that is being approved. */
export type Approved = Asked & {
  readonly id: string;
  readonly subject: OperatorCandidate;
  readonly deciderId: string;
  readonly now: number;
};

export type ProposalRule = {
  readonly proposes: Capability;
  readonly decides: Capability;
  /** The line of the approval: that of the change itself. */
  readonly action: AuditAction;
  /** Whether it can be done to somebody as he is now; asked when it is proposed and when it is decided. */
  readonly fits: (subject: OperatorCandidate, asked: Asked) => boolean;
  /** They abort the batch where the account has changed meanwhile. */
  readonly statements: (deps: Deps, approved: Approved) => readonly D1PreparedStatement[];
  /** For the line, apart from who proposed it and why. */
  readonly before?: (subject: OperatorCandidate) => object;
};

const tierOf = ({ premium }: OperatorTerms) => (premium ? 'premium' : 'standard');

/** The schema of the request demands terms of these kinds. */
function termsOf({ terms }: Approved): OperatorTerms {
  if (terms === null) throw new Error('a proposal of roles says which');
  return terms;
}

const ABOUT_OPERATORS = { proposes: 'operators.change', decides: 'operators.change' } as const;
const rolesBefore = ({ roles, tier }: OperatorCandidate) => ({ roles, tier });

export const PROPOSAL_RULES: Readonly<Record<ProposalKind, ProposalRule>> = {
  grant: {
    ...ABOUT_OPERATORS,
    action: 'admin.granted',
    fits: ({ isAdmin, isClosed, status }) => !isAdmin && !isClosed && status === 'active',
    statements({ db, newId }, approved) {
      const { subject, now } = approved;
      const { roles, premium } = termsOf(approved);
      return [
        ...guarded(db, newId(), 'grant', [makeOperatorStatement(db, subject.id, now)]),
        ...setRolesStatements(db, subject.id, roles, now),
        // A tier that somebody had as a customer is not taken away.
        ...(premium ? [setTierStatement(db, subject.id, 'premium', now)] : []),
        outdateTotalsStatement(db, now),
      ];
    },
    before: rolesBefore,
  },
  roles: {
    ...ABOUT_OPERATORS,
    action: 'admin.roles-changed',
    fits: ({ isAdmin, roles, tier }, { terms }) =>
      isAdmin && (terms === null || terms.roles.join() !== roles.join() || tierOf(terms) !== tier),
    statements({ db, newId }, approved) {
      const { subject, now } = approved;
      const terms = termsOf(approved);
      return [
        ...guarded(db, newId(), 'roles', [touchOperatorStatement(db, subject.id, now)]),
        ...setRolesStatements(db, subject.id, terms.roles, now),
        setTierStatement(db, subject.id, tierOf(terms), now),
      ];
    },
    before: rolesBefore,
  },
  revoke: {
    ...ABOUT_OPERATORS,
    action: 'admin.revoked',
    fits: ({ isAdmin }) => isAdmin,
    statements: ({ db, newId }, { subject, now }) => [
      ...guarded(db, newId(), 'revoke', [unmakeOperatorStatement(db, subject.id)]),
      outdateTotalsStatement(db, now),
    ],
    before: rolesBefore,
  },
  email: {
    proposes: 'customers.access',
    decides: 'operators.change',
    action: 'customer.email-change-begun',
    fits: ({ email, isClosed, status }, asked) => !isClosed && status === 'active' && asked.email !== email,
    statements: (deps, { id, subject, email, now }) =>
      emailChangeByTeamStatements(deps, { proposalId: id, subject, toEmail: email ?? '' }, now),
    // No address in the log: it is a chain, from which nothing can be erased when the account is closed.
  },
  unfreeze: {
    proposes: 'customers.access',
    decides: 'operators.change',
    action: 'customer.unfreeze-begun',
    // Who has a second factor undoes it alone: nobody is talked into it.
    fits: ({ isFrozen, hasSecondFactor }) => isFrozen && !hasSecondFactor,
    statements: (deps, { subject, now }) => unfreezeByTeamStatements(deps, subject.id, now),
  },
  suspend: {
    proposes: 'customers.status',
    decides: 'operators.change',
    action: 'customer.suspended',
    fits: ({ isAdmin, status }) => isAdmin && status === 'active',
    statements: (deps, { subject, deciderId, now }) =>
      statusStatements(deps, { userId: subject.id, to: 'suspended', by: deciderId, ofOperator: true }, now),
    before: ({ status }) => ({ status }),
  },
  reactivate: {
    proposes: 'customers.status',
    decides: 'operators.change',
    action: 'customer.activated',
    fits: ({ isAdmin, status }) => isAdmin && status === 'suspended',
    statements: (deps, { subject, deciderId, now }) =>
      statusStatements(deps, { userId: subject.id, to: 'active', by: deciderId, ofOperator: true }, now),
    before: ({ status }) => ({ status }),
  },
  'two-step-reset': {
    proposes: 'customers.access',
    decides: 'operators.change',
    action: 'customer.two-step-reset',
    fits: ({ isAdmin, hasSecondFactor }) => isAdmin && hasSecondFactor,
    statements: (deps, { subject, deciderId, now }) =>
      twoStepResetStatements(deps, { userId: subject.id, by: deciderId, ofOperator: true }, now),
  },
  'password-reset': {
    proposes: 'customers.access',
    decides: 'operators.change',
    action: 'customer.password-reset-sent',
    fits: ({ isAdmin }) => isAdmin,
    statements: (deps, { subject, now }) => [
      ...guarded(deps.db, deps.newId(), 'password-reset', [touchOperatorStatement(deps.db, subject.id, now)]),
      ...resetLinkStatements(
        deps,
        subject.id,
        { kind: 'password-reset-sent', device: null, place: null },
        now,
      ),
    ],
  },
  identity: {
    proposes: 'identities.open',
    decides: 'operators.change',
    action: 'identity.opened',
    fits: ({ isClosed }) => isClosed,
    statements({ db, newId }, { id, subject, now }) {
      const opening = { proposalId: id, accountId: subject.id, now, until: now + IDENTITY_OPEN_MS };
      return guarded(db, newId(), 'identity', [openStatement(db, opening)]);
    },
  },
};
