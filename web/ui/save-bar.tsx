import { useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import '../styles/save-bar.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useProblemText } from './problem-notice.tsx';
import type { SaveState } from './use-save-state.ts';

type SaveBarProps = {
  readonly state: SaveState;
  /** Shown after success, and after a failure before its reason. */
  readonly saved: string;
  readonly failed: string;
};

/** The submit button of a settings form with the result of the last save. */
export function SaveBar({ state, saved, failed }: SaveBarProps) {
  const t = useMessages(commonMessages.save);
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
