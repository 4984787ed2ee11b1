// Asks before an operator's change: its meaning, the reason where the audit log needs one, and the error of the last try.
// Import it lazily, as every dialog: Base UI is in no page's first code.

import { type ComponentProps, type FormEvent, useRef, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import '../../../styles/operators.css';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useTries } from '../../../ui/use-tries.ts';

type ConfirmChangeProps = {
  readonly open: boolean;
  readonly title: string;
  /** Whom and how much it is about: the last look before it is done. */
  readonly about?: string;
  /** The meaning of the change. */
  readonly text: string;
  readonly submit: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** Asks for a reason, which the audit log keeps. */
  readonly reason?: { readonly label: string; readonly hint?: string; readonly maxLength: number };
  readonly busy: boolean;
  /** Of the last try. */
  readonly error: unknown;
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
  readonly finalFocus?: ComponentProps<typeof Dialog>['finalFocus'];
};

/** Give it a new `key` each time it opens, so that no reason is left from the last time. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const {
    open,
    title,
    about,
    text,
    submit,
    busyLabel,
    danger = false,
    reason,
    busy,
    error,
    onCancel,
    finalFocus,
  } = props;
  const t = useMessages(operatorsMessages.frame);
  const cancel = useRef<HTMLButtonElement>(null);
  const [written, setWritten] = useState('');
  const { form, tried, noteTry } = useTries();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const given = written.trim();
    if (reason !== undefined && given === '') noteTry();
    else props.onConfirm(given);
  };
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      width="narrow"
      locked={busy}
      initialFocus={cancel}
      finalFocus={finalFocus}
    >
      <form ref={form} className="stack" noValidate onSubmit={confirm}>
        {about !== undefined && <p className="confirm-about">{about}</p>}
        <p>{text}</p>
        {reason !== undefined && (
          <TextArea
            label={reason.label}
            hint={reason.hint}
            rows={3}
            required
            maxLength={reason.maxLength}
            value={written}
            error={tried && written.trim() === '' ? t('reasonMissing') : null}
            onChange={(event) => setWritten(event.target.value)}
          />
        )}
        {error !== null && error !== undefined && <ProblemNotice error={error} />}
        <div className="dialog-buttons">
          <Button ref={cancel} disabled={busy} onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
