// Stops and resumes quoting for the operators.

import { type AuditActor, commitAudited } from '../worker/db/audit-log.ts';
import type { Pause, PauseReason } from '../worker/domain/feed-report.ts';
import { InTurn } from './in-turn.ts';

export type QuotingChange = {
  /** Of the line in the log, and of the pause. */
  readonly id: string;
  readonly at: number;
  readonly by: AuditActor;
} & (
  | { readonly to: 'paused'; readonly reason: PauseReason }
  /** Lifts the pause that was seen, never another one. */
  | { readonly to: 'quoting'; readonly pauseId: string }
);

export type QuotingChanged = 'done' | 'another-pause';

type Deps = {
  readonly db: D1Database;
  readonly paused: () => Pause | null;
  readonly setPause: (pause: Pause | null) => void;
};

export class QuotingSwitch {
  readonly #deps: Deps;
  readonly #turns = new InTurn();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  change(change: QuotingChange): Promise<QuotingChanged> {
    return this.#turns.run(() => this.#change(change));
  }

  async #change(change: QuotingChange): Promise<QuotingChanged> {
    const before = this.#deps.paused();
    if (change.to === 'quoting') {
      // Already resumed: the request is idempotent.
      if (before === null) return 'done';
      if (before.id !== change.pauseId) return 'another-pause';
    }
    const after: Pause | null =
      change.to === 'paused'
        ? { id: change.id, reason: change.reason, since: change.at, by: change.by.actor }
        : null;
    await commitAudited(
      this.#deps.db,
      {
        id: change.id,
        at: change.at,
        by: change.by,
        action: after === null ? 'feed.resumed' : 'feed.paused',
        subject: { kind: 'feed', id: 'quotes' },
        before: { paused: before },
        after: { paused: after },
        note: after?.reason['pt-BR'] ?? null,
      },
      [],
    );
    this.#deps.setPause(after);
    return 'done';
  }
}
