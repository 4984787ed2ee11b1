// The question "is it you?" between a call that needs it and the dialog that asks. The shell answers; calls only wait.

import type { StepUpMethod } from '../../worker/domain/factors.ts';

/** Asks the customer; true once the session has been stepped up, false when they would not. */
export type StepUpAsker = (methods: readonly StepUpMethod[]) => Promise<boolean>;

/** The dialog's code comes when the page rests: a call made before waits for it, but not for ever. */
const ASKER_WAIT_MS = 10_000;

export function createStepUps() {
  let asker: StepUpAsker | null = null;
  let running: Promise<boolean> | null = null;
  const waiting = new Set<(found: StepUpAsker) => void>();

  function askerSoon(): Promise<StepUpAsker | null> {
    if (asker !== null) return Promise.resolve(asker);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(found);
        resolve(null);
      }, ASKER_WAIT_MS);
      const found = (one: StepUpAsker) => {
        clearTimeout(timer);
        resolve(one);
      };
      waiting.add(found);
    });
  }

  return {
    /** Who asks from now on, until the returned function is called. */
    answerWith(next: StepUpAsker): () => void {
      asker = next;
      for (const found of waiting) found(next);
      waiting.clear();
      return () => {
        if (asker === next) asker = null;
      };
    },

    /** One question at a time: calls that need the same answer share it. */
    ask(methods: readonly StepUpMethod[]): Promise<boolean> {
      running ??= askerSoon()
        .then((found) => found?.(methods) ?? false)
        .finally(() => {
          running = null;
        });
      return running;
    },
  };
}
