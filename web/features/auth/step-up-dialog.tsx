// Asks for a step-up over the page, or over a dialog that is open there; both keep their state.

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { afterwards } from '../../api/afterwards.ts';
import { api, receive } from '../../api/client.ts';
import { accountTerms } from '../../i18n/account-terms.ts';
import { withoutLocale } from '../../i18n/locale.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Dialog } from '../../ui/dialog.tsx';
import { PasskeyOptions, SteppedUp } from '../../../worker/contract/factors.ts';
import { isAdminPage } from '../../../worker/domain/admin-path.ts';
import { ADMIN_STEP_UP_LIFETIME_MS, type StepUpMethod } from '../../../worker/domain/factors.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { type Answer, proofOf } from './proof.ts';
import { ProofForm } from './proof-form.tsx';

type StepUpDialogProps = {
  readonly open: boolean;
  readonly methods: readonly StepUpMethod[];
  /** True once the session is stepped up, false when the user cancels. */
  readonly onDone: (proved: boolean) => void;
};

export function StepUpDialog({ open, methods, onDone }: StepUpDialogProps) {
  const t = useMessages(twoStepMessages.proof);
  const lead = useLead();
  const field = useRef<HTMLInputElement>(null);
  const prove = useMutation({
    mutationFn: async (answer: Answer) => {
      const json = await proofOf(answer, () =>
        receive(PasskeyOptions, api.auth['step-up']['passkey-options'].$post()),
      );
      return receive(SteppedUp, api.auth['step-up'].$post({ json }));
    },
  });
  useOwnEscape(open, () => {
    if (!prove.isPending) onDone(false);
  });
  return (
    <Dialog
      open={open}
      onClose={() => onDone(false)}
      title={t('title')}
      width="narrow"
      locked={prove.isPending}
      initialFocus={field}
    >
      <div className="stack">
        <p className="muted">{lead}</p>
        <ProofForm
          methods={methods}
          busy={prove.isPending}
          error={prove.error}
          fieldRef={field}
          onAnswer={(answer) => afterwards(prove.mutateAsync(answer), { onSuccess: () => onDone(true) })}
          onSwitch={prove.reset}
        />
      </div>
    </Dialog>
  );
}

/** Says how long the proof holds: operators' changes have a lifetime of their own. */
function useLead(): string {
  const t = useMessages(twoStepMessages.proof);
  const locale = useLocale();
  const inAdmin = isAdminPage(withoutLocale(useLocation().pathname));
  return inAdmin
    ? t('stepUpAdminLead', { minutes: ADMIN_STEP_UP_LIFETIME_MS / MINUTE_MS })
    : t('stepUpLead', accountTerms(locale));
}

/** A dialog below also listens for Escape: the key must close this one only. */
function useOwnEscape(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [open]);
}
