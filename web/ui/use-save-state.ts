// The state of a settings form: idle, saving, then saved or failed, which return to idle after 3 s (A4).

import { useEffect, useState } from 'react';

export const SAVE_MESSAGE_MS = 3_000;

export type SaveState =
  | { readonly kind: 'idle' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly error: unknown };

const IDLE: SaveState = { kind: 'idle' };

type Saving = {
  readonly state: SaveState;
  /** Runs a save. `isElsewhere`: the error is already shown at a field. */
  readonly run: (save: () => Promise<void>, isElsewhere?: (error: unknown) => boolean) => Promise<void>;
};

/** `justSaved`: a save opened the page (a change of language). */
export function useSaveState(justSaved = false): Saving {
  const [state, setState] = useState<SaveState>(justSaved ? { kind: 'saved' } : IDLE);
  useEffect(() => {
    if (state.kind !== 'saved' && state.kind !== 'failed') return;
    const timer = setTimeout(() => setState(IDLE), SAVE_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    async run(save, isElsewhere = () => false) {
      setState({ kind: 'saving' });
      try {
        await save();
        setState({ kind: 'saved' });
      } catch (error) {
        setState(isElsewhere(error) ? IDLE : { kind: 'failed', error });
      }
    },
  };
}
