// Whether this browser's session was ended from elsewhere: on another device, by a new password, or by a suspension of the
// account. The tab that learns it first stores it for the others, which only see that the session is gone.

import { stored } from './stored.ts';

export type EndedElsewhere = 'ended' | 'suspended';
type End = { readonly at: number; readonly how: EndedElsewhere };

/** Tabs notice within seconds; an older time is about another session. */
const FRESH_MS = 30_000;
const SUSPENDED = ' suspended';

/** The time, and behind it a suspension. */
function parse(text: string | null): End {
  const at = Number.parseInt(text ?? '', 10) || 0;
  return { at, how: text?.endsWith(SUSPENDED) === true ? 'suspended' : 'ended' };
}

const end = stored('onca-session-ended-at', parse);

export const rememberEndedElsewhere = (how: EndedElsewhere): void =>
  end.write(`${Date.now()}${how === 'suspended' ? SUSPENDED : ''}`);

/** Null: it expired, or it was ended in this browser. */
export function endedElsewhere(): EndedElsewhere | null {
  const { at, how } = end.read();
  return Date.now() - at < FRESH_MS ? how : null;
}

/** A new session has begun: what is stored is about an earlier one. */
export const forgetEndedElsewhere = (): void => end.write(null);
