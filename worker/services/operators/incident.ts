// The incident banner as operators prepare and end it. The hub keeps it, because every page has the hub's snapshot.

import type { IncidentReport, IncidentRequest } from '../../contract/operators/incident.ts';
import type { Refusal } from '../../contract/problems.ts';
import type { AuditActor } from '../../db/audit-log.ts';
import type { Incident } from '../../domain/incident.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';

type HubDeps = Pick<Deps, 'hub' | 'now' | 'newId'>;
type Changed = Promise<Result<IncidentReport, Refusal<'IncidentChanged'>>>;

export async function incidentReport({ hub }: Pick<Deps, 'hub'>): Promise<IncidentReport> {
  return viewOf(await hub.incident());
}

export async function announceIncident(deps: HubDeps, by: AuditActor, request: IncidentRequest): Changed {
  const { text, startsAt, endsAt, replaces } = request;
  const change = { id: deps.newId(), at: deps.now(), by, to: 'announced', text, startsAt, endsAt } as const;
  const changed = await deps.hub.switchIncident({ ...change, seen: replaces });
  return changed.done ? ok(viewOf(changed.incident)) : err({ code: 'IncidentChanged' });
}

/** Of one that is over already nothing changes. */
export async function endIncident(deps: HubDeps, by: AuditActor, seen: string): Changed {
  const change = { id: deps.newId(), at: deps.now(), by, to: 'ended', seen } as const;
  const changed = await deps.hub.switchIncident(change);
  return changed.done ? ok(viewOf(changed.incident)) : err({ code: 'IncidentChanged' });
}

function viewOf(incident: Incident | null): IncidentReport {
  if (incident === null) return { incident };
  const { id, text, startsAt, endsAt, by } = incident;
  return { incident: { id, text, startsAt: iso(startsAt), endsAt: iso(endsAt), by } };
}
