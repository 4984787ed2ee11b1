// What the nightly cron does about identities: five years after the last check the customer is asked again, and without an answer the
// level ends; papers whose time is over are deleted.

import {
  findEnding,
  type IdentityRow,
  moveStatement,
  stepMailStatement,
  stepStatement,
} from '../db/identities.ts';
import { deleteDocumentStatement, findDocumentsToDelete } from '../db/identity-documents.ts';
import { type IdentityState, type Level, REVIEW_ASKED_MS } from '../domain/identity.ts';
import type { IdentityChange } from '../domain/mail-messages.ts';
import { removeDocument } from '../storage/identity-documents.ts';
import type { CheckDeps } from './identity-checks.ts';
import { isTestProvider } from './identity-provider.ts';

const REVIEWS_PER_RUN = 500;
const DOCUMENTS_PER_RUN = 500;

/** What is with the operators or the provider at that moment is decided there. */
const TO_ASK: readonly IdentityState[] = ['verified'];
const TO_END: readonly IdentityState[] = ['verified', 'review', 'refused', 'more'];

export async function reviewIdentities(deps: CheckDeps): Promise<{ ended: number; asked: number }> {
  const now = deps.now();
  const ending = await findEnding(deps.db, now, TO_END, REVIEWS_PER_RUN);
  for (const row of ending) await step(deps, row, { step: 'lapsed', change: 'lapsed', toLevel: 0 });
  const due = await findEnding(deps.db, now + REVIEW_ASKED_MS, TO_ASK, REVIEWS_PER_RUN);
  for (const row of due) await step(deps, row, { step: 'review', change: 'review-due', toLevel: null });
  return { ended: ending.length, asked: due.length };
}

type Review = {
  readonly step: 'review' | 'lapsed';
  readonly change: IdentityChange;
  readonly toLevel: Level | null;
};

async function step(deps: CheckDeps, row: IdentityRow, review: Review): Promise<void> {
  const now = deps.now();
  const { userId, revision } = row;
  const stepId = deps.newId();
  const asks = (review.toLevel === null ? Math.max(1, row.level) : 1) as Level;
  await deps.db.batch([
    moveStatement(deps.db, { userId, revision, stepId, state: 'review', asks, reason: null }, now),
    stepStatement(
      deps.db,
      { id: stepId, userId, step: review.step, by: 'house', toLevel: review.toLevel },
      now,
    ),
    stepMailStatement(
      deps.db,
      {
        stepId,
        userId,
        message: {
          kind: 'identity',
          change: review.change,
          level: row.level,
          reason: null,
          until: row.expiresAt,
          isTest: isTestProvider(row.provider),
        },
      },
      now,
    ),
  ]);
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
