import { type FormEvent, useRef, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { normalisePasskeyName, PASSKEY_NAME_MAX_CHARACTERS } from '../../../worker/domain/factors.ts';
import { useRenamePasskey } from './factors.ts';
import type { Passkey } from './passkey-line.tsx';

type RenameDialogProps = {
  readonly open: boolean;
  readonly passkey: Passkey;
  readonly onClose: () => void;
};

export function RenameDialog({ open, passkey, onClose }: RenameDialogProps) {
  const t = useMessages(twoStepMessages);
  const rename = useRenamePasskey();
  const [typed, setTyped] = useState(passkey.name);
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function send(event: FormEvent): void {
    event.preventDefault();
    const name = normalisePasskeyName(typed);
    setWrong(name === null);
    if (name === null) return field.current?.focus();
    if (rename.isPending) return;
    const onSuccess = () => {
      onClose();
      showToast({ type: 'success', title: t('done.passkeyRenamed') });
    };
    afterwards(rename.mutateAsync({ id: passkey.id, name }), { onSuccess });
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('rename.title')} width="narrow" initialFocus={field}>
      <form className="stack" noValidate onSubmit={send}>
        {rename.error !== null && <ProblemNotice error={rename.error} />}
        <TextInput
          ref={field}
          label={t('rename.label')}
          hint={t('rename.hint')}
          error={wrong ? t('rename.invalid', { most: PASSKEY_NAME_MAX_CHARACTERS }) : null}
          required
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX_CHARACTERS}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="primary" full busy={rename.isPending} busyLabel={t('rename.busy')}>
          {t('rename.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
