import { type ReactNode, useId } from 'react';
import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Icon } from './icon.tsx';

/** Connects a control with its label, hint and error. */
export type FieldControl = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
};

/** What mends an error at a press. */
export type Remedy = { readonly label: string; readonly onPress: () => void };

type FieldProps = {
  readonly label: ReactNode;
  /** Replaced by the error while there is one. */
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly remedy?: Remedy | undefined;
  readonly optional?: boolean;
  readonly required?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
};

export function Field({
  label,
  hint,
  error,
  remedy,
  optional = false,
  required = false,
  children,
}: FieldProps) {
  const id = useId();
  const t = useMessages(uiMessages);
  const hasError = typeof error === 'string' && error !== '';
  const described = hasError || hint !== undefined ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="field-optional">{t('optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': hasError || undefined,
        'aria-required': required || undefined,
      })}
      {/* One live region for both, so that a new error is announced. */}
      <div id={`${id}-note`} aria-live="polite" hidden={described === undefined}>
        {hasError ? (
          <FieldError error={error} remedy={remedy} />
        ) : (
          hint !== undefined && <p className="field-hint">{hint}</p>
        )}
      </div>
    </div>
  );
}

type FieldErrorProps = { readonly error: string; readonly remedy?: Remedy | undefined };

export function FieldError({ error, remedy }: FieldErrorProps) {
  return (
    <p className="field-error">
      <Icon name="alert" small />
      <span>
        {error}
        {remedy !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={remedy.onPress}>
              {remedy.label}
            </button>
          </>
        )}
      </span>
    </p>
  );
}
