// The form of a proposal that another operator decides: what is asked for, and the reason.

import { type FormEvent, type ReactNode, useState } from 'react';
import { REASON_MAX_CHARACTERS, REASON_MIN_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useTries } from '../../../ui/use-tries.ts';

type ProposalFormProps = {
  readonly texts: {
    readonly reason: string;
    readonly reasonHint: string;
    readonly reasonMissing: string;
    readonly cancel: string;
    readonly submit: string;
    readonly busy: string;
  };
  /** Whether everything besides the reason is there. */
  readonly isComplete: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onPropose: (reason: string) => void;
  readonly onCancel: () => void;
  /** What is asked for; `tried`: what is missing is said. */
  readonly children: (tried: boolean) => ReactNode;
};

export function ProposalForm(props: ProposalFormProps) {
  const { texts, isComplete, busy, error, onPropose, onCancel, children } = props;
  const [reason, setReason] = useState('');
  const { form, tried, noteTry } = useTries();
  const hasReason = reason.trim().length >= REASON_MIN_CHARACTERS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (isComplete && hasReason) onPropose(reason.trim());
  };
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {children(tried)}
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={3}
        required
        maxLength={REASON_MAX_CHARACTERS}
        value={reason}
        error={tried && !hasReason ? texts.reasonMissing : null}
        onChange={(event) => setReason(event.target.value)}
      />
      {error !== null && <ProblemNotice error={error} />}
      <div className="dialog-buttons">
        <Button disabled={busy} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={texts.busy}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
