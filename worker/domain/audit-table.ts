// The audit log as an export: every field of a line, so that the holder of the file can check the chain
// without this service.

import type { AuditAction, AuditSubject } from './audit.ts';
import type { ChainedLine } from './audit-chain.ts';
import { type CsvCell, withoutFormulaGuard } from './csv.ts';
import { iso } from './time.ts';

export const AUDIT_COLUMNS = [
  'seq',
  'time',
  'actor',
  'action',
  'subject_kind',
  'subject_id',
  'before',
  'after',
  'note',
  'device',
  'place',
  'actor_id',
  'id',
  'previous_hash',
  'hash',
  'address',
] as const;

/** Exports from before addresses were kept end a column earlier. */
export const AUDIT_COLUMNS_BEFORE_ADDRESSES: readonly string[] = AUDIT_COLUMNS.slice(0, -1);

export function auditCells(line: ChainedLine): readonly CsvCell[] {
  return [
    line.seq,
    iso(line.at),
    line.actor,
    line.action,
    line.subjectKind,
    line.subjectId,
    line.before,
    line.after,
    line.note,
    line.device,
    line.place,
    line.actorId,
    line.id,
    line.previousHash,
    line.hash,
    line.address,
  ];
}

/** A cell as a CSV reader finds it: null for an absent value, which differs from an empty text. */
export type ReadCell = string | null;

/** The line of these cells; null if they are invalid. The hash chain verifies the content. */
export function lineOfCells(cells: readonly ReadCell[]): ChainedLine | null {
  if (cells.length !== AUDIT_COLUMNS.length && cells.length !== AUDIT_COLUMNS_BEFORE_ADDRESSES.length)
    return null;
  const [seq, time, ...texts] = cells;
  const [
    actor,
    action,
    subjectKind,
    subjectId,
    before,
    after,
    note,
    device,
    place,
    actorId,
    id,
    previousHash,
    hash,
    address,
  ] = texts.map((text) => (text === null ? null : withoutFormulaGuard(text)));
  const at = Date.parse(time ?? '');
  if (!/^[1-9]\d{0,14}$/u.test(seq ?? '') || Number.isNaN(at)) return null;
  if (!actor || !action || !id || !previousHash || !hash) return null;
  return {
    seq: Number(seq),
    id,
    at,
    actorId: actorId ?? null,
    actor,
    action: action as AuditAction,
    subjectKind: (subjectKind ?? null) as AuditSubject | null,
    subjectId: subjectId ?? null,
    device: device ?? null,
    place: place ?? null,
    address: address ?? null,
    before: before ?? null,
    after: after ?? null,
    note: note ?? null,
    previousHash,
    hash,
  };
}
