// A new key for an authenticator app, as a QR code and as text. The server accepts it with its first code.

import { type FormEvent, useRef, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { FactorsChanged, TotpSetup } from '../../../worker/contract/factors.ts';
import { normaliseTotpCode } from '../../../worker/domain/factors.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useConfirmTotp } from './factors.ts';
import { ProofError } from './proof-error.tsx';

type TotpDialogProps = {
  readonly open: boolean;
  readonly setup: TotpSetup;
  readonly onClose: () => void;
  readonly onConfirmed: (changed: FactorsChanged) => void;
};

export function TotpDialog({ open, setup, onClose, onConfirmed }: TotpDialogProps) {
  const t = useMessages(twoStepMessages);
  const confirm = useConfirmTotp();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function send(event: FormEvent): void {
    event.preventDefault();
    const code = normaliseTotpCode(typed);
    setWrong(code === null);
    if (code === null) return field.current?.focus();
    if (!confirm.isPending)
      afterwards(confirm.mutateAsync({ setup: setup.setup, code }), { onSuccess: onConfirmed });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('setup.title')}
      width="narrow"
      locked={confirm.isPending}
      initialFocus={field}
    >
      <form className="stack" noValidate onSubmit={send}>
        <p>{t('setup.scan')}</p>
        <QrCode text={setup.uri} label={t('setup.qr')} />
        <p className="totp-here">
          <a className="link" href={setup.uri}>
            {t('setup.here')}
          </a>
        </p>
        <div className="totp-key">
          <p>{t('setup.key')}</p>
          <code>{inFours(setup.key)}</code>
          <CopyButton text={setup.key} label={t('setup.copyKey')} done={t('setup.copied')} />
        </div>
        {confirm.error !== null && <ProofError error={confirm.error} />}
        <TextInput
          ref={field}
          label={t('setup.code')}
          hint={t('setup.codeHint')}
          error={wrong ? t('setup.missing') : null}
          required
          numeric
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <SubmitButton busy={confirm.isPending} busyLabel={t('setup.busy')}>
          {t('setup.submit')}
        </SubmitButton>
      </form>
    </Dialog>
  );
}

/** In groups the key is easier to type; apps ignore the spaces. */
function inFours(key: string): string {
  return key.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
