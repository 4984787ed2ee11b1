// Fires the alerts of one accepted price. The price hub calls it tick by tick; safe to repeat after a lost
// reply or a restart, since every statement touches only what an earlier tick has left.

import { ALERTS_PER_BATCH, fireAlerts, readTick, toldByTick, type AlertTick } from '../db/alert-ticks.ts';
import { afterPrice, type QuietPrices } from '../domain/alerts.ts';

export type TickOutcome = {
  /** Customers with a crossing in the log from this tick, on this or an earlier attempt: to notify. */
  readonly toTell: readonly string[];
  readonly reported: number;
  readonly rearmed: number;
  /** Which prices would change no alert now. */
  readonly quiet: QuietPrices;
  readonly rowsRead: number;
  readonly rowsWritten: number;
};

export async function evaluateTick(
  deps: { readonly db: D1Database; readonly now: () => number; readonly newId: () => string },
  tick: AlertTick,
): Promise<TickOutcome> {
  let [reported, rearmed, rowsRead, rowsWritten] = [0, 0, 0, 0];
  for (;;) {
    const look = await readTick(deps.db, tick);
    rearmed += look.rearmed;
    rowsRead += look.rowsRead;
    rowsWritten += look.rowsWritten;
    // The index finds them, the rule decides.
    const firing = look.due.filter((alert) => afterPrice(alert, 'armed', tick.priceCents).fires);
    if (firing.length > 0) {
      const due = firing.map(({ id }) => ({ alertId: id, deliveryId: deps.newId() }));
      const fired = await fireAlerts(deps.db, tick, due, deps.now());
      reported += fired.reported;
      rowsRead += fired.rowsRead;
      rowsWritten += fired.rowsWritten;
    } else if (look.rearmed < ALERTS_PER_BATCH) {
      const { quiet, isLogged } = look;
      const told = isLogged ? await toldByTick(deps.db, tick) : { userIds: [], rowsRead: 0 };
      rowsRead += told.rowsRead;
      return { toTell: told.userIds, reported, rearmed, quiet, rowsRead, rowsWritten };
    }
  }
}
