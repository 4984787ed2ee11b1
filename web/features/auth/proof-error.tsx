import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DeviceError } from './passkey-device.ts';

type ProofErrorProps = { readonly error: unknown; readonly actions?: ReactNode };

/** Why a proof or a passkey failed: refused by the device, or by the server. */
export function ProofError({ error, actions }: ProofErrorProps) {
  const t = useMessages(twoStepMessages.proof);
  if (error instanceof DeviceError) {
    return (
      <Note tone="warning" role="alert" title={t(`device.${error.problem}.title`)}>
        {t(`device.${error.problem}.text`)}
      </Note>
    );
  }
  return <ProblemNotice error={error} {...(actions === undefined ? {} : { actions })} />;
}
