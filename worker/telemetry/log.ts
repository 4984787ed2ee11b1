// The one function that writes a line of the log, and the id that leads from the edge to the ledger: whatever a request does, here or in
// an object that is told its id, says it. The time of a line is the platform's. Facts are ids, codes and counts, never a person's data, a
// secret or somebody's amount (`tests/unit/observability.test.ts` reads every caller); what a vendor, a library or the database
// says is cleaned of them here.

import { AsyncLocalStorage } from 'node:async_hooks';

export type Level = 'info' | 'warn' | 'error';

const requests = new AsyncLocalStorage<string>();

/** Lines that are written while `run` runs, or what it has started does, carry the id. */
export function inRequest<T>(requestId: string | null, run: () => T): T {
  return requestId === null ? run() : requests.run(requestId, run);
}

/** Null: the clock started it, or an object by itself. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}

const WRITE = { info: 'log', warn: 'warn', error: 'error' } as const;

/** `facts.requestId` in place of the current one, where an object works for several requests at once. */
export function logLine(level: Level, event: string, facts: Readonly<Record<string, unknown>> = {}): void {
  const requestId = currentRequestId();
  const { error, reason, ...others } = facts;
  console[WRITE[level]](
    JSON.stringify({
      event,
      level,
      ...(requestId === null ? {} : { requestId }),
      ...others,
      ...('reason' in facts ? { reason: cleaned(reason) } : {}),
      ...('error' in facts ? { error: cleaned(error) } : {}),
    }),
  );
}

/** Longer ones say nothing more. */
const TEXT_CHARACTERS = 4_000;

const UNSAID: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/[^\s@"'<>(),;:=/]+@[^\s@"'<>(),;/]+\.[a-z]{2,}/giu, '[email]'],
  [/(?<![\w.-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/gu, '[cpf]'],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/gu, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}(?![\w:])/giu, '[address]'],
  [/\bey[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?/gu, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/giu, '$1 [token]'],
  [/([?&][\w-]+=)[^\s&"'()]+/gu, '$1[value]'],
];

/** A text of somebody else, without what no line says. */
export function cleaned(said: unknown): unknown {
  if (said === null || said === undefined || typeof said === 'number' || typeof said === 'boolean')
    return said;
  const text = (typeof said === 'string' ? said : String(said)).slice(0, TEXT_CHARACTERS);
  return UNSAID.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text);
}
