// Which frames to believe. `seq` rises by one with each tick; a snapshot opens every connection.

import type { PriceFrame, PriceSnapshot } from '../../worker/contract/prices.ts';

export type Verdict =
  /** Newer than what is shown, and nothing is missing between. */
  | 'apply'
  /** Newer, but frames in between were lost: apply, and ask for the whole state. */
  | 'apply-and-refetch'
  /** Older than what is shown, or the same. */
  | 'ignore';

export function judgeFrame(lastSeq: number | null, frame: Pick<PriceFrame, 'type' | 'seq'>): Verdict {
  // A snapshot is the server's whole truth at the start of a connection, also after a reset of its book.
  if (frame.type === 'snapshot' || lastSeq === null) return 'apply';
  if (frame.seq <= lastSeq) return 'ignore';
  return frame.seq === lastSeq + 1 ? 'apply' : 'apply-and-refetch';
}

/** Of two snapshots the one to keep: an answer to a slow request must not undo a newer frame. */
export function newerOf(shown: PriceSnapshot | undefined, arrived: PriceSnapshot): PriceSnapshot {
  return shown !== undefined && shown.seq > arrived.seq ? shown : arrived;
}

export function snapshotOf(frame: PriceFrame): PriceSnapshot {
  const { seq, asOf, prices, fx, source } = frame;
  return { seq, asOf, prices, fx, source };
}
