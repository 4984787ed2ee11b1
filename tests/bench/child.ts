// A server of the bench is a process of its own, so that its processor time can be measured apart from the load's. It gets its
// options as JSON and a folder, says when it is ready, answers questions, and ends when the bench does, however that ends.

import { rmSync } from 'node:fs';

export type Ready = {
  readonly url: string;
  /** The same behind Miniflare's entry Worker. */
  readonly entry?: string;
  /** Milliseconds from the start of the runtime to its first answer. */
  readonly startMs?: number;
};

export type Question = { readonly id: number; readonly question: string; readonly about: unknown };
export type Answer = { readonly id: number; readonly answer?: unknown; readonly problem?: string };

type Serving = Ready & {
  readonly answers?: Readonly<Record<string, (about: never) => Promise<unknown>>>;
  readonly end: () => Promise<void> | void;
};

/** The folder of its state, which goes with it. */
export const STATE = process.argv[3] ?? '';

export function optionsOf<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

export function serveBench({ answers = {}, end, ...ready }: Serving): void {
  // A terminal interrupts the whole group; the bench says when it is over.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => {
    void Promise.resolve(end())
      .catch(() => {})
      .finally(() => {
        rmSync(STATE, { recursive: true, force: true });
        process.exit(0);
      });
  });
  process.on('message', ({ id, question, about }: Question) => {
    const answer = answers[question];
    const work =
      answer === undefined ? Promise.reject(new Error(`no answer to ${question}`)) : answer(about as never);
    work.then(
      (value) => process.send?.({ id, answer: value } satisfies Answer),
      (error: unknown) => process.send?.({ id, problem: String(error) } satisfies Answer),
    );
  });
  process.send?.(ready);
}
