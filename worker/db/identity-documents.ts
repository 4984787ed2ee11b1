// The papers of an identity: what is known of them. The pictures are in a bucket of their own, encrypted.

import type { DocumentKind } from '../domain/identity.ts';
import type { ImageType } from '../domain/media.ts';
import { readD1Error } from './d1-errors.ts';

export type DocumentRow = {
  readonly id: string;
  readonly userId: string;
  readonly kind: DocumentKind;
  readonly key: string;
  readonly sealedKey: string;
  readonly type: ImageType;
  readonly bytes: number;
  readonly uploadedAt: number;
  readonly submittedAt: number | null;
  readonly deleteAfter: number | null;
};

const COLUMNS = `id, user_id AS userId, kind, r2_key AS key, sealed_key AS sealedKey, type, bytes, uploaded_at AS uploadedAt,
  submitted_at AS submittedAt, delete_after AS deleteAfter`;

export async function listDocuments(db: D1Database, userId: string): Promise<readonly DocumentRow[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM identity_documents WHERE user_id = ?1 ORDER BY uploaded_at, id`)
    .bind(userId)
    .run<DocumentRow>();
  return results;
}

export function findDocument(
  db: D1Database,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<DocumentRow | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM identity_documents WHERE id = ?1 AND user_id = ?2`)
    .bind(id, userId)
    .first<DocumentRow>();
}

export type NewDocument = Omit<DocumentRow, 'submittedAt' | 'deleteAfter'> & {
  readonly sha256: string;
  readonly deleteAfter: number;
};

/** Matches no row where the customer has `max` papers already, or no identity. */
export function insertDocumentStatement(
  db: D1Database,
  document: NewDocument,
  max: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO identity_documents (id, user_id, kind, r2_key, sealed_key, sha256, type, bytes, uploaded_at, delete_after)
       SELECT ?1, i.user_id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM identities i
       WHERE i.user_id = ?2 AND (SELECT count(*) FROM identity_documents WHERE user_id = ?2) < ?11`,
    )
    .bind(
      document.id,
      document.userId,
      document.kind,
      document.key,
      document.sealedKey,
      document.sha256,
      document.type,
      document.bytes,
      document.uploadedAt,
      document.deleteAfter,
      max,
    );
}

/** The very same picture again. */
export function isSameDocument(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.includes('identity_documents.sha256');
}

/** One that was not handed in. */
export function deleteDraftStatement(
  db: D1Database,
  { userId, id }: { readonly userId: string; readonly id: string },
): D1PreparedStatement {
  return db
    .prepare('DELETE FROM identity_documents WHERE id = ?1 AND user_id = ?2 AND submitted_at IS NULL')
    .bind(id, userId);
}

/** Hands in what was not, if the step moved the identity. */
export function submitDocumentsStatement(
  db: D1Database,
  { userId, stepId }: { readonly userId: string; readonly stepId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE identity_documents SET submitted_at = ?3, delete_after = NULL WHERE user_id = ?1 AND submitted_at IS NULL
         AND EXISTS (SELECT 1 FROM identities WHERE user_id = ?1 AND step_id = ?2)`,
    )
    .bind(userId, stepId, now);
}

/** Of a refusal: what was handed in for it is deleted later, unless an appeal keeps it. */
export function keepDocumentsStatement(
  db: D1Database,
  kept: { readonly userId: string; readonly stepId: string; readonly deleteAfter: number | null },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE identity_documents SET delete_after = ?3 WHERE user_id = ?1 AND submitted_at IS NOT NULL
         AND submitted_at > coalesce((SELECT checked_at FROM identities WHERE user_id = ?1), 0)
         AND EXISTS (SELECT 1 FROM identities WHERE user_id = ?1 AND step_id = ?2)`,
    )
    .bind(kept.userId, kept.stepId, kept.deleteAfter);
}

export async function findDocumentsToDelete(
  db: D1Database,
  now: number,
  limit: number,
): Promise<readonly { readonly id: string; readonly key: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, r2_key AS key FROM identity_documents WHERE delete_after IS NOT NULL AND delete_after <= ?1
       ORDER BY delete_after LIMIT ?2`,
    )
    .bind(now, limit)
    .run<{ id: string; key: string }>();
  return results;
}

export function deleteDocumentStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      'DELETE FROM identity_documents WHERE id = ?1 AND delete_after IS NOT NULL AND delete_after <= ?2',
    )
    .bind(id, now);
}
