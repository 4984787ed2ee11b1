// Whether the lines of the audit log still hold together. Read in order from the first line on, in steps of any size.
// What a chain alone cannot show: lines missing at its very end, and a log that somebody wrote anew from the first line.
// Both show against a fingerprint that was taken earlier and kept elsewhere (`ChainHead`).

import { AUDIT_GENESIS_HASH, type AuditLine, auditText } from './audit.ts';

/** A line with its place in the chain, as it is stored or exported. */
export type ChainedLine = AuditLine & {
  readonly seq: number;
  readonly previousHash: string;
  readonly hash: string;
};

/** The log up to this line, named by the hash of that line: whoever keeps it can tell later that nothing before changed. */
export type ChainHead = { readonly seq: number; readonly hash: string };

export const CHAIN_START: ChainHead = { seq: 0, hash: AUDIT_GENESIS_HASH };

/** The first place where the chain does not hold. */
export type ChainBreak = {
  /** Of the line that is not what it should be, or of the first that is missing. */
  readonly seq: number;
  readonly kind:
    | 'missing'
    /** The line follows another one than the line before it: one was put in, taken out or moved here. */
    | 'unlinked'
    /** The line says something else than when it was written. */
    | 'changed';
};

export type Sha256 = (text: string) => string;

/** Follows lines that come after `place`, in their order. Either every one of them holds, or the first break is named. */
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

/** Whether one line is as it was written, wherever it stands: its hash covers its number and the hash before it. */
export function isGenuine(line: ChainedLine, sha256: Sha256): boolean {
  return sha256(auditText(line.seq, line, line.previousHash)) === line.hash;
}
