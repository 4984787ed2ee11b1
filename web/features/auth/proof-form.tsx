// Asks for one proof of identity and offers the other methods. A refused answer stays in its field.

import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { StepUpMethod } from '../../../worker/domain/factors.ts';
import { canUsePasskeys, prepareDevice } from './passkey-device.ts';
import { type Answer, firstMethod } from './proof.ts';
import { ProofError } from './proof-error.tsx';
import '../../styles/account.css';

type ProofFormProps = {
  readonly methods: readonly StepUpMethod[];
  readonly busy: boolean;
  readonly error: unknown;
  readonly onAnswer: (answer: Answer) => void;
  /** Another method was chosen: the error belongs to the one before. */
  readonly onSwitch: () => void;
  /** Beside the error. */
  readonly errorActions?: ReactNode;
  /** The field that a dialog around the form focuses. */
  readonly fieldRef?: RefObject<HTMLInputElement | null>;
};

export function ProofForm(props: ProofFormProps) {
  const { methods, busy, error, onAnswer, onSwitch } = props;
  const [method, setMethod] = useState(() => firstMethod(methods, canUsePasskeys()));
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const ownField = useRef<HTMLInputElement>(null);
  const field = props.fieldRef ?? ownField;
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (method === 'passkey') prepareDevice();
    // The user has just chosen this method.
    (field.current ?? submit.current)?.focus();
  }, [method, field]);

  function choose(next: StepUpMethod): void {
    setMethod(next);
    setTyped('');
    setMissing(false);
    onSwitch();
  }

  function send(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    const text = method === 'password' ? typed : typed.trim();
    setMissing(text === '' && method !== 'passkey');
    if (method === 'passkey') onAnswer({ method });
    else if (text === '') field.current?.focus();
    else onAnswer(method === 'password' ? { method, password: text } : { method, code: text });
  }

  const others = methods.filter((other) => other !== method);
  return (
    <form className="stack" noValidate onSubmit={send}>
      {error !== null && <ProofError error={error} actions={props.errorActions} />}
      <ProofField
        method={method}
        value={typed}
        missing={missing}
        fieldRef={field}
        onType={(text) => {
          setTyped(text);
          setMissing(false);
        }}
      />
      <ProofSubmit method={method} busy={busy} buttonRef={submit} />
      {others.length > 0 && <OtherWays methods={others} busy={busy} onChoose={choose} />}
    </form>
  );
}

type ProofFieldProps = {
  readonly method: StepUpMethod;
  readonly value: string;
  readonly missing: boolean;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  readonly onType: (text: string) => void;
};

function ProofField({ method, value, missing, fieldRef, onType }: ProofFieldProps) {
  const t = useMessages(twoStepMessages.proof);
  const error = missing ? t('missing') : null;
  const common = {
    ref: fieldRef,
    value,
    required: true,
    error,
    onChange: (event: { readonly target: { readonly value: string } }) => onType(event.target.value),
  };
  if (method === 'passkey') return <p className="muted">{t('passkey.text')}</p>;
  if (method === 'password') {
    return <PasswordInput {...common} label={t('password.label')} autoComplete="current-password" />;
  }
  const isTotp = method === 'totp';
  return (
    <TextInput
      {...common}
      key={method}
      label={t(`${method}.label`)}
      hint={t(`${method}.hint`)}
      numeric
      inputMode={isTotp ? 'numeric' : 'text'}
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
    />
  );
}

type ProofSubmitProps = {
  readonly method: StepUpMethod;
  readonly busy: boolean;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
};

function ProofSubmit({ method, busy, buttonRef }: ProofSubmitProps) {
  const t = useMessages(twoStepMessages.proof);
  return (
    <SubmitButton ref={buttonRef} busy={busy} busyLabel={method === 'passkey' ? t('signInBusy') : t('busy')}>
      {method === 'passkey' ? t('passkey.submit') : t('submit')}
    </SubmitButton>
  );
}

type OtherWaysProps = {
  readonly methods: readonly StepUpMethod[];
  readonly busy: boolean;
  readonly onChoose: (method: StepUpMethod) => void;
};

function OtherWays({ methods, busy, onChoose }: OtherWaysProps) {
  const t = useMessages(twoStepMessages.proof);
  return (
    <ul className="proof-others" aria-label={t('otherWays')}>
      {methods.map((method) => (
        <li key={method}>
          <Button variant="plain" size="small" disabled={busy} onClick={() => onChoose(method)}>
            {t(`use.${method}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
