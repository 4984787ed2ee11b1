// What the nightly cron does about identities: five years after the last check the customer is asked again, and without an answer the
// level ends; papers whose time is over are deleted.

import { findEnding, type IdentityRow } from '../db/identities.ts';
import { deleteDocumentStatement, findDocumentsToDelete } from '../db/identity-documents.ts';
import { type IdentityState, type Level, REVIEW_ASKED_MS } from '../domain/identity.ts';
import type { IdentityChange } from '../domain/mail-messages.ts';
import { removeDocument } from '../storage/identity-documents.ts';
import type { CheckDeps } from './identity-checks.ts';
import { identityStepStatements } from './identity-steps.ts';

/** A call of D1 each, and an invocation has a thousand: with papers and destroyed identities the night stays below. */
const REVIEWS_PER_RUN = 150;
const DOCUMENTS_PER_RUN = 150;

/** What is with the operators or the provider at that moment is decided there. */
const TO_ASK: readonly IdentityState[] = ['verified'];
const TO_END: readonly IdentityState[] = ['verified', 'review', 'refused', 'more'];

export async function reviewIdentities(deps: CheckDeps): Promise<{ ended: number; asked: number }> {
  const now = deps.now();
  const ending = await findEnding(deps.db, now, TO_END, REVIEWS_PER_RUN);
  for (const row of ending) await take(deps, row, { step: 'lapsed', change: 'lapsed', toLevel: 0 });
  const due = await findEnding(deps.db, now + REVIEW_ASKED_MS, TO_ASK, REVIEWS_PER_RUN);
  for (const row of due) await take(deps, row, { step: 'review', change: 'review-due', toLevel: null });
  return { ended: ending.length, asked: due.length };
}

type Review = {
  readonly step: 'review' | 'lapsed';
  readonly change: IdentityChange;
  readonly toLevel: Level | null;
};

async function take(deps: CheckDeps, row: IdentityRow, { step, change, toLevel }: Review): Promise<void> {
  const asks = (toLevel === null ? Math.max(1, row.level) : 1) as Level;
  const taken = {
    stepId: deps.newId(),
    move: { state: 'review', asks, reason: null },
    step: { step, by: 'house', toLevel },
    letter: { change, level: row.level, until: row.expiresAt },
  } as const;
  await deps.db.batch(identityStepStatements(deps, row, taken, deps.now()));
}

/** The object before its row: a row that is left is taken up the next night. */
export async function sweepIdentityDocuments(
  deps: Pick<CheckDeps, 'db' | 'env' | 'now'>,
): Promise<{ deleted: number }> {
  const now = deps.now();
  const over = await findDocumentsToDelete(deps.db, now, DOCUMENTS_PER_RUN);
  for (const { id, key } of over) {
    await removeDocument(deps.env.IDENTITY_DOCUMENTS, key);
    await deleteDocumentStatement(deps.db, id, now).run();
  }
  return { deleted: over.length };
}
