// The number and the deadline of a complaint, in the batch of its contact message.

import type { Complaint } from '../domain/complaints.ts';
import { readD1Error } from './d1-errors.ts';

export function complaintStatement(
  db: D1Database,
  submissionId: string,
  { number, dueAt }: Complaint,
): D1PreparedStatement {
  return db
    .prepare('INSERT INTO complaints (submission_id, number, due_at) VALUES (?1, ?2, ?3)')
    .bind(submissionId, number, dueAt);
}

/** Whether a batch failed because another complaint has the number. */
export function isNumberTaken(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.includes('complaints.number');
}
