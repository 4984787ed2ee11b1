// Whether the hash chain of the audit log is intact. Read in order from the first line on, in steps of any size.
// What a chain alone cannot show: lines missing at its very end, and a log that was rewritten from the first line.
// Both show against a head that was noted earlier and kept elsewhere (`ChainHead`).

import { AUDIT_GENESIS_HASH, type AuditLine, auditText } from './audit.ts';

/** A line with its number and hashes, as it is stored or exported. */
export type ChainedLine = AuditLine & {
  readonly seq: number;
  readonly previousHash: string;
  readonly hash: string;
};

/** The log up to this line, identified by its hash: with it, a later reader can prove that nothing before it changed. */
export type ChainHead = { readonly seq: number; readonly hash: string };

export const CHAIN_START: ChainHead = { seq: 0, hash: AUDIT_GENESIS_HASH };

/** The first break of the chain. */
export type ChainBreak = {
  /** Of the line that is not what it should be, or of the first that is missing. */
  readonly seq: number;
  readonly kind:
    | 'missing'
    /** The line's previous hash is not that of the line before: one was inserted, removed or moved here. */
    | 'unlinked'
    /** The line says something else than when it was written. */
    | 'changed';
};

export type Sha256 = (text: string) => string;

/** Follows lines that come after `place`, in their order. Returns the new head, and the first break if there is one. */
export function followChain(
  place: ChainHead,
  lines: readonly ChainedLine[],
  sha256: Sha256,
): { readonly place: ChainHead; readonly broken: ChainBreak | null } {
  let { seq, hash } = place;
  for (const line of lines) {
    const expected = seq + 1;
    if (line.seq !== expected) {
      const kind = line.seq > expected ? 'missing' : 'unlinked';
      return { place: { seq, hash }, broken: { seq: expected, kind } };
    }
    if (line.previousHash !== hash)
      return { place: { seq, hash }, broken: { seq: line.seq, kind: 'unlinked' } };
    if (!isGenuine(line, sha256)) return { place: { seq, hash }, broken: { seq: line.seq, kind: 'changed' } };
    ({ seq, hash } = line);
  }
  return { place: { seq, hash }, broken: null };
}

/** Whether one line is unaltered: its hash covers its number and the previous hash. */
export function isGenuine(line: ChainedLine, sha256: Sha256): boolean {
  return sha256(auditText(line.seq, line, line.previousHash)) === line.hash;
}
