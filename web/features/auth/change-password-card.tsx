import { focus, Form, useForm } from '@formisch/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormField, useServerErrors } from '../../ui/form-field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ChangePassword, PasswordChanged } from '../../../worker/contract/passwords.ts';
import { PasswordRules } from './password-rules.tsx';
import '../../styles/account.css';

/** Account, Security: changes the password; asks for the current one. */
export function ChangePasswordCard({ email }: { readonly email: string }) {
  const t = useMessages(passwordMessages);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // The form's button is gone: focus returns to the button that opened it.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        <p className="safety-text">{t('text')}</p>
        {open ? (
          <ChangeForm email={email} onClose={close} />
        ) : (
          <Button ref={opener} className="safety-start" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: ChangePassword) => receive(PasswordChanged, api.auth.password.change.$post({ json })),
    onSuccess() {
      void client.invalidateQueries({ queryKey: queryKeys.security });
    },
  });
}

type ChangeFormProps = { readonly email: string; readonly onClose: () => void };

function ChangeForm({ email, onClose }: ChangeFormProps) {
  const t = useMessages(passwordMessages);
  const rulesId = useId();
  const change = useChangePassword();
  const form = useForm({ schema: ChangePassword, initialInput: { currentPassword: '', newPassword: '' } });
  // The button that opened the form is gone: focus goes to its first field.
  useEffect(() => focus(form, { path: ['currentPassword'] }), [form]);
  const failure = useServerErrors(form, change.error);

  async function save(body: ChangePassword): Promise<void> {
    const changed = await change.mutateAsync(body).catch(() => null);
    if (changed === null) return;
    const { sessionsEnded } = changed;
    const message = sessionsEnded === 0 ? t('done.alone') : t.count('done.ended', sessionsEnded);
    showToast({ type: 'success', title: t('done.title'), message });
    onClose();
  }

  return (
    <Form of={form} method="post" className="stack" onSubmit={save}>
      {failure !== null && <ProblemNotice error={failure} />}
      {/* Password managers store a new password under the name they find beside it. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <FormField
        form={form}
        name="currentPassword"
        as={PasswordInput}
        label={t('current')}
        autoComplete="current-password"
        required
      />
      <FormField
        form={form}
        name="newPassword"
        as={PasswordInput}
        label={t('next')}
        autoComplete="new-password"
        required
        aria-details={rulesId}
      />
      <PasswordRules id={rulesId} form={form} name="newPassword" />
      <div className="button-row">
        <Button type="submit" variant="primary" busy={change.isPending} busyLabel={t('busy')}>
          {t('submit')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  );
}
