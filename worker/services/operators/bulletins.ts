// Bulletins that two readings differ about, or that nobody would believe: an operator looks the day up and takes one of the readings.

import type { BulletinDecision, HeldBulletins } from '../../contract/operators/bulletins.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { readD1Error } from '../../db/d1-errors.ts';
import { decideDay, findHeldDay, heldDays } from '../../db/ptax.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Bulletin } from '../../domain/tax/ptax.ts';
import { iso } from '../../domain/time.ts';
import { ptaxSeries } from '../../providers/ptax-series.ts';
import type { Deps } from '../deps.ts';

const SHOWN = 100;

type BulletinDeps = Pick<Deps, 'db' | 'env' | 'now' | 'newId'>;

export async function heldBulletins({ db, env }: BulletinDeps): Promise<HeldBulletins> {
  const series = ptaxSeries(env);
  const held = series === null ? [] : await heldDays(db, series.kind, SHOWN);
  return {
    days: held.map(({ day, held: because, first, fetchedAt, second }) => ({
      day,
      held: because,
      first: { bulletin: shown(first), readAt: iso(fetchedAt) },
      second: second === null ? null : { bulletin: shown(second.bulletin), readAt: iso(second.fetchedAt) },
    })),
  };
}

function shown(bulletin: Bulletin | null) {
  if (bulletin === null) return null;
  const { buyE4, sellE4, publishedAt } = bulletin;
  return { buyE4, sellE4, publishedAt: iso(publishedAt) };
}

export async function decideBulletin(
  deps: BulletinDeps,
  day: string,
  { take, reason }: BulletinDecision,
  by: AuditActor,
): Promise<Result<HeldBulletins, Refusal<'NotFound' | 'BulletinUnsound'>>> {
  const series = ptaxSeries(deps.env);
  const held = series === null ? null : await findHeldDay(deps.db, series.kind, day);
  if (series === null || held === null) return err({ code: 'NotFound' });
  const now = deps.now();
  const taken = take === 'first' ? held.first : (held.second?.bulletin ?? null);
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by,
        action: 'feed.bulletin-decided',
        subject: { kind: 'feed', id: 'bulletins' },
        before: {
          day,
          held: held.held,
          first: shown(held.first),
          second: shown(held.second?.bulletin ?? null),
        },
        after: { day, take, bulletin: shown(taken) },
        note: reason,
      },
      [decideDay(deps.db, series.kind, day, take, now)],
      { ifChanged: true },
    );
    // Decided meanwhile, or there is no second reading yet.
    if (!logged) return err({ code: 'NotFound' });
  } catch (error) {
    const failure = readD1Error(error);
    if (failure.kind === 'check' && failure.constraint === 'what_counts_is_sound') {
      return err({ code: 'BulletinUnsound' });
    }
    throw error;
  }
  return ok(await heldBulletins(deps));
}
