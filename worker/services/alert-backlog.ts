// How many accepted prices the alerts have not been judged by yet. The hub keeps them in a queue; a stopped queue
// fires no alert.

import { logLine } from '../telemetry/log.ts';

/** The part of the price hub that this needs. */
export type AlertBacklog = { alertTicksWaiting(): Promise<number> };

/** Null: the hub does not answer. */
export async function alertTicksWaiting(deps: { readonly hub: AlertBacklog }): Promise<number | null> {
  try {
    return await deps.hub.alertTicksWaiting();
  } catch (error) {
    logLine('error', 'alert-backlog-unknown', { error: String(error) });
    return null;
  }
}
