// Saving a form of settings: idle, saving, then success or error, which return to idle after 3 s (Account spec, section 4).

import { useEffect, useState } from 'react';

export const SAVE_MESSAGE_MS = 3_000;

export type SaveState =
  | { readonly kind: 'idle' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly error: unknown };

const IDLE: SaveState = { kind: 'idle' };

type Saving = {
  readonly state: SaveState;
  /** Carries a save out; a failure that `isElsewhere` says is shown at a field is not said twice. */
  readonly run: (save: () => Promise<void>, isElsewhere?: (error: unknown) => boolean) => Promise<void>;
};

/** `justSaved`: the page was entered by a save, as a change of language does. */
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
