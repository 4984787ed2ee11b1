// The check of an exported audit log, wherever the file is: nothing of ours is needed but the rule of the chain.

import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { sha256 } from '../auth/sha256.ts';
import {
  CHAIN_START,
  type ChainBreak,
  type ChainedLine,
  type ChainHead,
  followChain,
  isGenuine,
} from '../domain/audit-chain.ts';
import {
  AUDIT_COLUMNS,
  AUDIT_COLUMNS_BEFORE_ADDRESSES,
  lineOfCells,
  type ReadCell,
} from '../domain/audit-table.ts';

const HEADS: ReadonlySet<string> = new Set([AUDIT_COLUMNS.join(), AUDIT_COLUMNS_BEFORE_ADDRESSES.join()]);

/** `unreadable`: not a line of an export. */
export type FileBreak = ChainBreak | { readonly seq: number; readonly kind: 'unreadable' | 'mark-differs' };

export type Verdict = {
  readonly lines: number;
  readonly place: ChainHead;
  readonly broken: FileBreak | null;
};

export type VerifyOptions = {
  /** A filtered export: each line is checked by itself, since what lies between is not in the file. */
  readonly part: boolean;
  /** A place that was kept from an earlier check: the line must be there with that mark. */
  readonly expect: ChainHead | null;
};

/** Line by line as they come in order: a log of any length needs no more memory than one line. */
export class ChainFollower {
  readonly #options: VerifyOptions;
  #place: ChainHead = CHAIN_START;
  #lines = 0;
  #broken: FileBreak | null = null;
  #met: boolean;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#met = options.expect === null;
  }

  /** False: the first break was found, the rest need not be read. */
  take(line: ChainedLine): boolean {
    this.#broken ??= this.#judge(line);
    if (this.#broken !== null) return false;
    this.#place = { seq: line.seq, hash: line.hash };
    this.#lines += 1;
    return true;
  }

  unreadable(row: number): void {
    this.#broken ??= { seq: row, kind: 'unreadable' };
  }

  verdict(): Verdict {
    const { expect } = this.#options;
    const missing = this.#broken === null && !this.#met && expect !== null;
    return {
      lines: this.#lines,
      place: this.#place,
      broken: missing ? { seq: expect.seq, kind: 'missing' } : this.#broken,
    };
  }

  #judge(line: ChainedLine): FileBreak | null {
    const { part, expect } = this.#options;
    if (part) {
      if (line.seq <= this.#place.seq) return { seq: line.seq, kind: 'unlinked' };
      if (!isGenuine(line, sha256)) return { seq: line.seq, kind: 'changed' };
    } else {
      const { broken } = followChain(this.#place, [line], sha256);
      if (broken !== null) return broken;
    }
    if (expect !== null && line.seq === expect.seq) {
      if (line.hash !== expect.hash) return { seq: line.seq, kind: 'mark-differs' };
      this.#met = true;
    }
    return null;
  }
}

/** Of a file as the audit page exports it. */
export async function verifyFile(input: Readable, options: VerifyOptions): Promise<Verdict> {
  const follower = new ChainFollower(options);
  const rows = input.pipe(
    parse({ bom: true, cast: (value, { quoting }) => (value === '' && !quoting ? null : value) }),
  );
  let row = 0;
  try {
    for await (const cells of rows as AsyncIterable<readonly ReadCell[]>) {
      row += 1;
      if (row === 1 && HEADS.has(cells.join())) continue;
      const line = lineOfCells(cells);
      if (line === null) follower.unreadable(row);
      if (line === null || !follower.take(line)) break;
    }
  } catch {
    // Not a table at all from here on.
    follower.unreadable(row + 1);
  }
  return follower.verdict();
}

/** `SEQ:MARK`, as a check names the last line. */
export function readKeptHead(text: string): ChainHead | null {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/u.exec(text.trim().toLowerCase());
  return match?.[1] === undefined || match[2] === undefined
    ? null
    : { seq: Number(match[1]), hash: match[2] };
}
