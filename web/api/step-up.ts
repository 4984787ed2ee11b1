// Step-up between a call that needs it and the dialog that asks the user: calls wait, the shell answers.

import type { StepUpMethod } from '../../worker/domain/factors.ts';

/** Asks the user; true after the session has been stepped up, false if the user declines. */
export type StepUpAsker = (methods: readonly StepUpMethod[]) => Promise<boolean>;

/** The dialog's code loads when the page is idle: an earlier call waits for it, for at most this long. */
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
    /** Registers the dialog, until the returned function is called. */
    answerWith(next: StepUpAsker): () => void {
      asker = next;
      for (const found of waiting) found(next);
      waiting.clear();
      return () => {
        if (asker === next) asker = null;
      };
    },

    /** One question at a time: concurrent calls share its answer. */
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
