// What forms share: a field with its error, the error summary, and the server's errors.

import {
  focus,
  type FormSchema,
  type FormStore,
  getDeepErrorEntries,
  getInput,
  setErrors,
  useField,
} from '@formisch/react';
import { type ComponentProps, type ElementType, useEffect } from 'react';
import type * as v from 'valibot';
import { useMessages } from '../i18n/use-messages.ts';
import formErrorMessages from '#messages/form-errors.json';
import uiMessages from '#messages/ui.json';
import { Note } from './note.tsx';
import '../styles/forms.css';

export type FieldName<S extends FormSchema> = keyof v.InferInput<S> & string;

/**
 * Any form without nested fields. The compiler checks names at `FieldName`; it cannot follow the path of a generic
 * schema.
 */
type FlatForm = FormStore<v.GenericSchema<Record<string, string | boolean | undefined>>>;
const flat = <S extends FormSchema>(form: FormStore<S>) => form as unknown as FlatForm;

type FormFieldProps<S extends FormSchema, C extends ElementType> = {
  readonly form: FormStore<S>;
  readonly name: FieldName<S>;
  /** The control, with a label and an error of its own. */
  readonly as: C;
} & Omit<
  ComponentProps<C>,
  'form' | 'name' | 'as' | 'value' | 'checked' | 'error' | 'ref' | 'onChange' | 'onFocus' | 'onBlur'
>;

export function FormField<S extends FormSchema, C extends ElementType>({
  form,
  name,
  as,
  ...rest
}: FormFieldProps<S, C>) {
  const Control: ElementType = as;
  const errorText = useErrorText();
  const { input, errors, props, onChange } = useFlatField(form, name);
  const value = typeof input === 'boolean' ? { checked: input } : { value: input ?? '' };
  // A select gives its value, an input its event.
  const change = (changed: string | Parameters<typeof props.onChange>[0]) =>
    typeof changed === 'string' ? onChange(changed) : props.onChange(changed);
  const error = errors === null ? {} : { error: errorText(errors) };
  // The library's own name is a path in JSON, which no password manager knows.
  return <Control {...props} {...value} {...rest} {...error} name={name} onChange={change} />;
}

function useFlatField<S extends FormSchema>(form: FormStore<S>, name: string) {
  return useField(flat(form), { path: [name] });
}

/** The current input of one field. */
export function useFieldInput<S extends FormSchema>(form: FormStore<S>, name: FieldName<S>) {
  return useFlatField(form, name).input;
}

/** The text of a field's first error. Schemas and the server name an error by the code of the broken rule. */
function useErrorText(): (errors: readonly string[]) => string {
  const t = useMessages(formErrorMessages);
  const known = formErrorMessages.errors;
  return (errors) => {
    const [code = ''] = errors;
    return t(`errors.${Object.hasOwn(known, code) ? (code as keyof typeof known) : 'other'}`);
  };
}

/**
 * Every field that has an error, in the order of the form. `labels` is by field; an error of a field without a label
 * leads to the last one. The component that calls `useForm` must call it: only there the library tracks what is read.
 */
export function useErrorSummary<S extends FormSchema>(
  form: FormStore<S>,
  labels: { readonly [F in FieldName<S>]?: string },
): readonly SummaryEntry[] {
  const errorText = useErrorText();
  const labelOf: Readonly<Record<string, string | undefined>> = labels;
  const names = Object.keys(labels);
  return getDeepErrorEntries(flat(form)).map(({ path, errors }) => {
    const field = names.find((name) => name === path[0]) ?? names.at(-1) ?? '';
    return {
      field,
      label: labelOf[field] ?? '',
      text: errorText(errors),
      focus: () => focus(flat(form), { path: [field] }),
    };
  });
}

/** Problems about one field that the server does not list under `errors`. */
const FIELD_PROBLEMS: Readonly<Record<string, { readonly field: string; readonly code: string }>> = {
  DuplicateEmail: { field: 'email', code: 'emailExists' },
  PasswordIncorrect: { field: 'currentPassword', code: 'passwordIncorrect' },
};

/** The server's errors about fields of this form, read by the problem's shape. */
function serverErrorsOf(form: FlatForm, error: unknown) {
  const { problem = {} } = (error ?? {}) as {
    readonly problem?: {
      readonly code?: string;
      readonly errors?: readonly { readonly field: string; readonly code: string }[];
    };
  };
  const { code = '', errors = [] } = problem;
  const about = FIELD_PROBLEMS[code];
  return (about === undefined ? errors : [about]).filter(({ field }) => Object.hasOwn(getInput(form), field));
}

/** Shows the server's errors at their fields and focuses the first; false when the error is about no field of this form. */
export function showServerErrors<S extends FormSchema>(form: FormStore<S>, error: unknown): boolean {
  const found = serverErrorsOf(flat(form), error);
  for (const { field, code } of found) setErrors(flat(form), { path: [field], errors: [code] });
  const [first] = found;
  if (first !== undefined) focus(flat(form), { path: [first.field] });
  return first !== undefined;
}

/** The same for a mutation's error. Returns an error about no field, to be shown above the form. */
export function useServerErrors<S extends FormSchema>(form: FormStore<S>, error: unknown): unknown {
  useEffect(() => {
    showServerErrors(form, error);
  }, [form, error]);
  return serverErrorsOf(flat(form), error).length === 0 ? error : null;
}

type SummaryEntry = {
  readonly field: string;
  readonly label: string;
  readonly text: string;
  readonly focus: () => void;
};

/** A link to every field with an error. Announced when it appears; the form focuses the first field. */
export function ErrorSummary({ entries }: { readonly entries: readonly SummaryEntry[] }) {
  const t = useMessages(uiMessages);
  if (entries.length === 0) return null;
  return (
    <Note tone="error" title={t.count('fieldsToCorrect', entries.length)} role="alert">
      <span className="error-summary">
        {entries.map((entry) => (
          <button key={entry.field} type="button" className="link" onClick={entry.focus}>
            {entry.label}: {entry.text}
          </button>
        ))}
      </span>
    </Note>
  );
}
