// The operators' price sources: their report, polling them now, and pausing or resuming quotes.

import type { FeedRefreshed, FeedReport } from '../../contract/operators/price-feed.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import type { PauseReason } from '../../domain/feed-report.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';

type FeedDeps = Pick<Deps, 'db' | 'hub' | 'now' | 'newId'>;

/** The request is logged first: polling may take as long as the slowest source. */
export async function refreshFeed(deps: FeedDeps, by: AuditActor): Promise<FeedRefreshed> {
  await noteRefresh(deps, by);
  const count = await deps.hub.refresh();
  return { ...count, report: await deps.hub.feedReport() };
}

export async function noteRefresh(
  deps: Pick<FeedDeps, 'db' | 'now' | 'newId'>,
  by: AuditActor,
): Promise<void> {
  const subject = { kind: 'feed', id: 'sources' } as const;
  const line = { id: deps.newId(), at: deps.now(), by, action: 'feed.refreshed', subject } as const;
  await commitAudited(deps.db, line, []);
}

/** No new quotes from now on; those that were signed are honoured. Pausing again replaces the reason. */
export async function pauseFeed(deps: FeedDeps, reason: PauseReason, by: AuditActor): Promise<FeedReport> {
  await deps.hub.switchQuoting({ id: deps.newId(), at: deps.now(), by, to: 'paused', reason });
  return deps.hub.feedReport();
}

/** Resumes quoting, if the pause is the one that the page showed. */
export async function resumeFeed(
  deps: FeedDeps,
  pauseId: string,
  by: AuditActor,
): Promise<Result<FeedReport, Refusal<'PauseChanged'>>> {
  const change = { id: deps.newId(), at: deps.now(), by, to: 'quoting', pauseId } as const;
  const changed = await deps.hub.switchQuoting(change);
  return changed === 'done' ? ok(await deps.hub.feedReport()) : err({ code: 'PauseChanged' });
}
