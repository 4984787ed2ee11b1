// Which frames to apply. `seq` rises from frame to frame, and each frame is the whole state: one that is lost is made up for by the
// next. Every connection begins with a snapshot.

import type { PriceFrame, PriceSnapshot } from '../../worker/contract/prices.ts';

/** Not where the shown prices are newer, or the same. */
export function isNews(lastSeq: number | null, frame: Pick<PriceFrame, 'type' | 'seq'>): boolean {
  // A snapshot is the server's whole state at the start of a connection, also after a reset of its price book.
  return frame.type === 'snapshot' || lastSeq === null || frame.seq > lastSeq;
}

/** The snapshot to keep: the reply to a slow request must not replace a newer frame. */
export function newerOf(shown: PriceSnapshot | undefined, arrived: PriceSnapshot): PriceSnapshot {
  return shown !== undefined && shown.seq > arrived.seq ? shown : arrived;
}

export function snapshotOf(frame: PriceFrame): PriceSnapshot {
  const { seq, asOf, prices, fx, source, incident } = frame;
  return { seq, asOf, prices, fx, source, ...(incident === undefined ? {} : { incident }) };
}
