// Announces and ends the incident banner for the operators.

import { type AuditActor, commitAudited } from '../worker/db/audit-log.ts';
import type { Incident } from '../worker/domain/incident.ts';
import { InTurn } from './in-turn.ts';

export type IncidentChange = {
  /** Of the line in the log, and of a new banner. */
  readonly id: string;
  readonly at: number;
  readonly by: AuditActor;
} & (
  | ({ readonly to: 'announced'; readonly seen: string | null } & Pick<
      Incident,
      'text' | 'startsAt' | 'endsAt'
    >)
  /** Ends the banner that was seen, never another one. */
  | { readonly to: 'ended'; readonly seen: string }
);

/** Not done: the banner is another one than was seen. */
export type IncidentChanged = { readonly done: boolean; readonly incident: Incident | null };

type Deps = {
  readonly db: D1Database;
  readonly incident: () => Incident | null;
  readonly setIncident: (incident: Incident) => void;
};

export class IncidentSwitch {
  readonly #deps: Deps;
  readonly #turns = new InTurn();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  change(change: IncidentChange): Promise<IncidentChanged> {
    return this.#turns.run(() => this.#change(change));
  }

  async #change(change: IncidentChange): Promise<IncidentChanged> {
    const before = this.#deps.incident();
    if ((before?.id ?? null) !== change.seen) return { done: false, incident: before };
    const after = afterOf(before, change);
    // Over already: the request is idempotent.
    if (after === null) return { done: true, incident: before };
    await commitAudited(
      this.#deps.db,
      {
        id: change.id,
        at: change.at,
        by: change.by,
        action: change.to === 'announced' ? 'incident.announced' : 'incident.ended',
        subject: { kind: 'incident', id: after.id },
        before,
        after,
      },
      [],
    );
    this.#deps.setIncident(after);
    return { done: true, incident: after };
  }
}

/** Null where nothing is left to change. */
function afterOf(before: Incident | null, change: IncidentChange): Incident | null {
  if (change.to === 'announced') {
    const { id, text, startsAt, endsAt, by } = change;
    return { id, text, startsAt, endsAt, by: by.actor };
  }
  if (before === null || before.endsAt <= change.at) return null;
  // One that was only prepared is never shown: it ends as it begins.
  return { ...before, startsAt: Math.min(before.startsAt, change.at), endsAt: change.at };
}
