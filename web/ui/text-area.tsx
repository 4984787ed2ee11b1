import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';
import '../styles/forms.css';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
};

/** Several lines. Grows with its text where the browser supports it; elsewhere the user can resize it. */
export function TextArea({ label, hint, error, required, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(control) => (
        <div className="input input-area" data-invalid={control['aria-invalid']}>
          <textarea rows={6} {...rest} {...control} />
        </div>
      )}
    </Field>
  );
}
