// Which frames to apply. `seq` increases by one with each tick; every connection begins with a snapshot.

import type { PriceFrame, PriceSnapshot } from '../../worker/contract/prices.ts';

export type FrameAction =
  /** Newer than the shown prices, with no frame missing in between. */
  | 'apply'
  /** Newer, but frames in between were lost: apply it and refetch the whole state. */
  | 'apply-and-refetch'
  /** Older than the shown prices, or equal to them. */
  | 'ignore';

export function frameAction(lastSeq: number | null, frame: Pick<PriceFrame, 'type' | 'seq'>): FrameAction {
  // A snapshot is the server's whole state at the start of a connection, also after a reset of its price book.
  if (frame.type === 'snapshot' || lastSeq === null) return 'apply';
  if (frame.seq <= lastSeq) return 'ignore';
  return frame.seq === lastSeq + 1 ? 'apply' : 'apply-and-refetch';
}

/** The snapshot to keep: the reply to a slow request must not replace a newer frame. */
export function newerOf(shown: PriceSnapshot | undefined, arrived: PriceSnapshot): PriceSnapshot {
  return shown !== undefined && shown.seq > arrived.seq ? shown : arrived;
}

export function snapshotOf(frame: PriceFrame): PriceSnapshot {
  const { seq, asOf, prices, fx, source, incident } = frame;
  return { seq, asOf, prices, fx, source, ...(incident === undefined ? {} : { incident }) };
}
