// How long each kind of call takes, in windows of the same length.

import { History } from '../faults-run/history.ts';
import type { Reply } from '../faults-run/caller.ts';

export const KINDS = ['trade', 'quote', 'read', 'operators'] as const;
export type Kind = (typeof KINDS)[number];
/** Milliseconds of each call, window by window. */
export type Times = Readonly<Record<Kind, readonly (readonly number[])[]>>;

/** Null: of a kind that nobody waits for in front of a page, as a file, or that is rare. */
export function kindOf(method: string, path: string): Kind | null {
  if (method === 'POST' && path === '/api/trades') return 'trade';
  if (method === 'POST' && path === '/api/quotes') return 'quote';
  if (method !== 'GET' || !path.startsWith('/api/') || path.includes('/file')) return null;
  return path.startsWith('/api/admin/') ? 'operators' : 'read';
}

/** Of everything that is asked it notes the time as well. */
export class TimedHistory extends History {
  readonly #times: Record<Kind, number[][]> = { trade: [], quote: [], read: [], operators: [] };
  #window = -1;

  /** What is answered from now on is of the next window. */
  nextWindow(): void {
    this.#window += 1;
    for (const kind of KINDS) this.#times[kind].push([]);
  }

  get times(): Times {
    return this.#times;
  }

  override note(method: string, path: string, reply: Reply | null): void {
    super.note(method, path, reply);
    const kind = kindOf(method, path);
    if (kind !== null && reply !== null) this.#times[kind][this.#window]?.push(reply.ms);
  }
}
