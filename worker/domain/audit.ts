// The logged actions of operators, and the hash chain of the log: each line holds the hash of the one before it, so that a
// changed, removed or inserted line breaks every later hash.

export const AUDIT_ACTIONS = [
  'admin.granted',
  'admin.roles-changed',
  'admin.revoked',
  'proposal.made',
  'proposal.rejected',
  'proposal.withdrawn',
  'operator.signed-in',
  'operator.password-refused',
  'operator.code-refused',
  'operator.suspended-refused',
  'operator.frozen-refused',
  'operator.session-refused',
  'operator.role-refused',
  'operator.factor-refused',
  'operator.limit-refused',
  'customer.activated',
  'customer.suspended',
  'customer.viewed',
  'customer.details-viewed',
  'customer.listed',
  'customer.password-reset-sent',
  'customer.two-step-reset',
  'customer.email-change-begun',
  'customer.unfreeze-begun',
  'customer.noted',
  'identity.listed',
  'identity.viewed',
  'identity.approved',
  'identity.more-asked',
  'identity.refused',
  'customer.closed',
  'identity.opened',
  'identity.read',
  'identity.destroyed',
  'image.uploaded',
  'image.associated',
  'image.updated',
  'image.removed',
  'image.hidden',
  'image.restored',
  'image.deleted',
  'video.uploaded',
  'video.updated',
  'video.removed',
  'submission.listed',
  'submission.exported',
  'submission.retried',
  'contact.listed',
  'contact.taken',
  'contact.released',
  'contact.closed',
  'contact.reopened',
  'contact.answered',
  'mail.listed',
  'mail.retried',
  'mail.discarded',
  'feed.refreshed',
  'feed.paused',
  'feed.resumed',
  'feed.bulletin-decided',
  'incident.announced',
  'incident.ended',
  'ledger.listed',
  'ledger.checked',
  'ledger.closes-checked',
  'ledger.reversal-proposed',
  'ledger.reversal-approved',
  'ledger.reversal-rejected',
  'ledger.reversal-withdrawn',
  'payout-account.listed',
  'payout-account.viewed',
  'payout-account.approved',
  'payout-account.refused',
  'withdrawal.listed',
  'withdrawal.approved',
  'withdrawal.stopped',
  'withdrawal.rejected',
  'withdrawal.recorded-paid',
  'withdrawal.recorded-returned',
  'withdrawal.contradiction-resolved',
  'tariff.proposed',
  'tariff.announced',
  'tariff.rejected',
  'tariff.withdrawn',
  'deposit.listed',
  'deposit.settled',
  'deposit.arrived',
  'deposit.closed',
  'deposit.returned',
  'deposit.kept',
  'deposit.taken-back',
  'deposit.won',
  'deposit.debt-collected',
  'deposit.debt-forgiven',
  'reais.returned',
  'reais.held',
  'reais.released',
  'reais.hand-refund-proposed',
  'reais.hand-refund-booked',
  'reais.hand-refund-rejected',
  'reais.hand-refund-withdrawn',
  'reais.twice-answered',
  'bar.received',
  'bar.released',
  'treasury.proposed',
  'treasury.booked',
  'treasury.rejected',
  'treasury.withdrawn',
  'bank.file-loaded',
  'bank.set-aside-proposed',
  'bank.file-set-aside',
  'bank.set-aside-rejected',
  'bank.set-aside-withdrawn',
  'bank.break-taken',
  'bank.break-resolved',
  'alert.taken',
  'alert.released',
  'audit.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_SUBJECTS = [
  'customer',
  'image',
  'card',
  'video',
  'submission',
  'contact',
  'mail',
  'feed',
  'incident',
  'ledger',
  'operation',
  'withdrawal',
  'tariff',
  'deposit',
  'bar',
  'treasury',
  'bank',
  'alert',
  'log',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** The content of a line, without its number and hashes. `before` and `after` are JSON texts. */
export type AuditLine = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null for a machine (the operators' token, a command), which `actor` names. */
  readonly actorId: string | null;
  /** The operator's e-mail at that time. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subjectKind: AuditSubject | null;
  readonly subjectId: string | null;
  readonly device: string | null;
  readonly place: string | null;
  /** The internet address; null in lines from before it was kept, and for machines. */
  readonly address: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly note: string | null;
};

/** What the first line follows. */
export const AUDIT_GENESIS_HASH = '0'.repeat(64);

/**
 * The exact text that a line's hash covers (SHA-256, lower-case hexadecimal): its fields in this order, as a JSON array. A line
 * without an address has one field less, so that lines from before addresses were kept still hold.
 */
export function auditText(seq: number, line: AuditLine, previousHash: string): string {
  return JSON.stringify([
    seq,
    line.id,
    line.at,
    line.actorId,
    line.actor,
    line.action,
    line.subjectKind,
    line.subjectId,
    line.device,
    line.place,
    line.before,
    line.after,
    line.note,
    previousHash,
    ...(line.address === null ? [] : [line.address]),
  ]);
}
