import { type ComponentProps, type ReactNode, useState } from 'react';
import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** For password managers. */
  readonly autoComplete: 'new-password' | 'current-password';
};

export function PasswordInput({ label, hint, error, required, ...rest }: PasswordInputProps) {
  const t = useMessages(uiMessages);
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(control) => (
        <div className="input" data-invalid={control['aria-invalid']}>
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <IconButton
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? t('hidePassword') : t('showPassword')}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
