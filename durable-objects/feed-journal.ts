// What operators need to know of the sources and the book does not keep: the last observation of each, accepted or not; the refused
// ones; when a source failed and when it recovered. In the hub's own SQLite, bounded, never read by a quote.

import type { SourceFault } from '../worker/domain/feed-report.ts';
import type { Observation, Rejection, Series } from '../worker/domain/price-rules.ts';
import type { Verdict } from './price-book.ts';

const REFUSED_SHOWN = 20;
const TROUBLES_SHOWN = 20;
const TROUBLES_KEPT = 200;

type Said = {
  readonly source: string;
  readonly series: Series;
  readonly bid: number | null;
  readonly ask: number | null;
  /** Null where SQLite cannot store the value. */
  readonly mid: number | null;
  readonly source_at: number | null;
  readonly received_at: number;
};
export type LastObservation = Said & { readonly verdict: Verdict };
export type RefusedObservation = Said & { readonly id: number; readonly verdict: Rejection };

export type SourceHealth = {
  readonly answeredAt: number | null;
  readonly fault: SourceFault | null;
  readonly since: number | null;
  readonly times: number;
};

export type Trouble = {
  readonly id: number;
  readonly clock: string;
  readonly fault: SourceFault;
  readonly since: number;
  readonly ended_at: number | null;
};

/** How a poll ended. A source may answer in part: `answered` and `fault` do not exclude each other. */
export type PollOutcome = { readonly answered: boolean; readonly fault: SourceFault | null };

const UNKNOWN: SourceHealth = { answeredAt: null, fault: null, since: null, times: 0 };

export class FeedJournal {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    // Not STRICT where a feed's nonsense is kept as what it is.
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS last_words (
        series TEXT NOT NULL, source TEXT NOT NULL, bid INTEGER, ask INTEGER, mid INTEGER,
        source_at INTEGER, received_at INTEGER NOT NULL, verdict TEXT NOT NULL,
        PRIMARY KEY (series, source)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS observations_refused ON observations (id) WHERE verdict NOT IN ('accepted', 'unchanged');
      CREATE TABLE IF NOT EXISTS standings (
        clock TEXT PRIMARY KEY, answered_at INTEGER, fault TEXT, since INTEGER, times INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS troubles (
        id INTEGER PRIMARY KEY, clock TEXT NOT NULL, fault TEXT NOT NULL, since INTEGER NOT NULL, ended_at INTEGER
      ) STRICT;`);
  }

  /** Synchronous, for the step that changes the book. */
  noteVerdict(o: Observation, verdict: Verdict): void {
    this.#sql.exec(
      `INSERT INTO last_words (series, source, bid, ask, mid, source_at, received_at, verdict)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (series, source) DO UPDATE SET bid = excluded.bid, ask = excluded.ask, mid = excluded.mid,
         source_at = excluded.source_at, received_at = excluded.received_at, verdict = excluded.verdict`,
      o.series,
      o.source,
      o.bid,
      o.ask,
      o.mid,
      o.sourceAt,
      o.receivedAt,
      verdict,
    );
  }

  /** The log gets one line when a source starts to fail, fails differently or recovers, not one for each poll. */
  noteOutcome(clock: string, outcome: PollOutcome, now: number): void {
    const before = this.healthOf(clock);
    const answeredAt = outcome.answered ? now : before.answeredAt;
    const { fault } = outcome;
    const goesOn = fault !== null && before.fault !== null;
    this.#sql.exec(
      `INSERT INTO standings (clock, answered_at, fault, since, times) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (clock) DO UPDATE SET answered_at = excluded.answered_at, fault = excluded.fault,
         since = excluded.since, times = excluded.times`,
      clock,
      answeredAt,
      fault,
      fault === null ? null : goesOn ? before.since : now,
      fault === null ? 0 : before.times + 1,
    );
    if (fault === before.fault) return;
    this.#sql.exec('UPDATE troubles SET ended_at = ? WHERE clock = ? AND ended_at IS NULL', now, clock);
    if (fault === null) return;
    this.#sql.exec('INSERT INTO troubles (clock, fault, since) VALUES (?, ?, ?)', clock, fault, now);
    this.#sql.exec('DELETE FROM troubles WHERE id <= (SELECT max(id) FROM troubles) - ?', TROUBLES_KEPT);
  }

  healthOf(clock: string): SourceHealth {
    const [row] = this.#sql
      .exec<{ answered_at: number | null; fault: SourceFault | null; since: number | null; times: number }>(
        'SELECT answered_at, fault, since, times FROM standings WHERE clock = ?',
        clock,
      )
      .toArray();
    if (row === undefined) return UNKNOWN;
    return { answeredAt: row.answered_at, fault: row.fault, since: row.since, times: row.times };
  }

  lastObservations(): LastObservation[] {
    return this.#sql.exec<LastObservation>('SELECT * FROM last_words ORDER BY series, source').toArray();
  }

  refusedLately(): RefusedObservation[] {
    return this.#sql
      .exec<RefusedObservation>(
        `SELECT id, source, series, bid, ask, mid, source_at, received_at, verdict FROM observations
         WHERE verdict NOT IN ('accepted', 'unchanged') ORDER BY id DESC LIMIT ${REFUSED_SHOWN}`,
      )
      .toArray();
  }

  troublesLately(): Trouble[] {
    return this.#sql
      .exec<Trouble>(
        `SELECT id, clock, fault, since, ended_at FROM troubles ORDER BY id DESC LIMIT ${TROUBLES_SHOWN}`,
      )
      .toArray();
  }
}
