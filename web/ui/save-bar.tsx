// The state of a settings form: idle, saving, then saved or failed, which return to idle after 3 s (A4).

import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import uiMessages from '#messages/ui.json';
import '../styles/forms.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useProblemText } from './problem-notice.tsx';

export const SAVE_MESSAGE_MS = 3_000;

type SaveState =
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

type SaveBarProps = {
  readonly state: SaveState;
  /** Shown after success, and after a failure before its reason. */
  readonly saved: string;
  readonly failed: string;
};

/** The submit button of a settings form with the result of the last save. */
export function SaveBar({ state, saved, failed }: SaveBarProps) {
  const t = useMessages(uiMessages.save);
  const problemText = useProblemText();
  return (
    <div className="save-bar">
      <Button type="submit" variant="primary" busy={state.kind === 'saving'} busyLabel={t('saving')}>
        {t('submit')}
      </Button>
      <div className="save-outcome" aria-live="polite">
        {state.kind === 'saved' && (
          <p className="save-outcome-good">
            <Icon name="check" small />
            {saved}
          </p>
        )}
        {state.kind === 'failed' && (
          <p className="save-outcome-bad">
            <Icon name="alert" small />
            <span>
              {failed} <span className="muted">{problemText(state.error).what}</span>
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
