// The routes of the operators' area. Each is called by everybody else, and each change by operators without a proof; what
// they name is the victim's, so that a refused call that did something all the same is seen.

import type { Route } from './isolation-routes.ts';

export const ADMIN: Readonly<Record<string, Route>> = {};

/** Changes of the operators' area: a session alone is not enough (decision 30). */
export function needsStepUp(name: string): boolean {
  return /^(?:POST|PUT|PATCH|DELETE) \/api\/admin\//u.test(name);
}
