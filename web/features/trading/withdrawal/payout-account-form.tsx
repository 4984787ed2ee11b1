// A new account for payments out: a PIX key, an account at a Brazilian bank, or one abroad. It must be the customer's own, which the
// server asks the bank before it keeps it.

import { type ComponentProps, type SubmitEvent, useRef, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMoneyText } from '../../../i18n/money-text.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import formErrorMessages from '#messages/form-errors.json';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { PayoutAccount, WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { HOLD_MS, newAccountHold } from '../../../../worker/domain/holds.ts';
import { PIX_KEY_TYPES, type PixKeyType } from '../../../../worker/domain/payout-accounts.ts';
import { HOUR_MS } from '../../../../worker/domain/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAddPayoutAccount } from './queries.ts';
import {
  NOTHING_TYPED,
  problemsOf,
  refusedFields,
  requestOf,
  TYPED_FIELDS,
  type TypedAccount,
  type TypedField,
} from './typed-account.ts';

export type AddedAccount = Pick<PayoutAccount, 'id' | 'status' | 'masked'>;

type PayoutAccountFormProps = {
  readonly terms: Pick<WithdrawalTerms, 'methods' | 'gateway' | 'isByWireAlone'>;
  readonly onAdded: (account: AddedAccount) => void;
  readonly onCancel?: () => void;
};

export function PayoutAccountForm({ terms, onAdded, onCancel }: PayoutAccountFormProps) {
  const t = useMessages(withdrawalsMessages);
  const money = useMoneyText();
  const [typed, setTyped] = useState<TypedAccount>(() => ({
    ...NOTHING_TYPED,
    method: terms.methods[0]?.method ?? 'pix',
  }));
  /** Errors appear once it was submitted, not while typing. */
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const add = useAddPayoutAccount();
  const refused = refusedFields(add.error, typed.method);
  const problems = { ...(tried ? problemsOf(typed) : {}), ...refused };
  const change = (next: Partial<TypedAccount>) => {
    setTyped({ ...typed, ...next });
    add.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const wrong = TYPED_FIELDS[typed.method].find((field) => problemsOf(typed)[field] !== undefined);
    if (wrong === undefined) {
      if (!add.isPending) afterwards(add.mutateAsync(requestOf(typed)), { onSuccess: onAdded });
    } else form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };
  const method = terms.methods.find((one) => one.method === typed.method);
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit} aria-label={t('form.title')}>
      <p className="small muted">
        {t('form.own')}{' '}
        {t('form.wait', {
          hours: HOLD_MS[newAccountHold(false)] / HOUR_MS,
          sourceHours: HOLD_MS[newAccountHold(true)] / HOUR_MS,
        })}
      </p>
      {terms.isByWireAlone && <p className="small">{t('form.byWire')}</p>}
      {terms.methods.length > 1 && (
        <SegmentedControl
          full
          label={t('form.method')}
          value={typed.method}
          options={terms.methods.map((one) => ({ value: one.method, label: t(`short.${one.method}`) }))}
          onChange={(next) => {
            change({ method: next });
            setTried(false);
          }}
        />
      )}
      <p className="small muted">
        {t(`terms.${typed.method}`, { fee: money(method?.feeCents ?? 0, 'round') })}
      </p>
      {typed.method === 'pix' && (
        <Select
          label={t('form.keyType')}
          value={typed.keyType}
          options={PIX_KEY_TYPES.map((value) => ({ value, label: t(`keys.${value}`) }))}
          onChange={(keyType) => {
            change({ keyType, texts: NOTHING_TYPED.texts });
            setTried(false);
          }}
        />
      )}
      {TYPED_FIELDS[typed.method].map((field) => (
        <AccountField
          key={`${field} ${typed.keyType}`}
          field={field}
          keyType={typed.keyType}
          value={typed.texts[field]}
          code={problems[field]}
          onType={(text) => change({ texts: { ...typed.texts, [field]: text } })}
        />
      ))}
      {typed.method === 'ted' && (
        <SegmentedControl
          full
          label={t('form.kind')}
          value={typed.kind}
          options={(['checking', 'savings'] as const).map((value) => ({
            value,
            label: t(`form.kinds.${value}`),
          }))}
          onChange={(kind) => change({ kind })}
        />
      )}
      {add.error !== null && Object.keys(refused).length === 0 && <ProblemNotice error={add.error} />}
      <SubmitButton busy={add.isPending} busyLabel={t('form.busy')}>
        {t('form.submit')}
      </SubmitButton>
      {onCancel !== undefined && (
        <Button full disabled={add.isPending} onClick={onCancel}>
          {t('back')}
        </Button>
      )}
      {terms.gateway === 'sandbox' && <p className="tiny quiet">{t('form.sandbox')}</p>}
    </form>
  );
}

type AccountFieldProps = {
  readonly field: TypedField;
  readonly keyType: PixKeyType;
  readonly value: string;
  /** Of the broken rule. */
  readonly code: string | undefined;
  readonly onType: (text: string) => void;
};

function AccountField({ field, keyType, value, code, onType }: AccountFieldProps) {
  const t = useMessages(withdrawalsMessages.form);
  const errors = useMessages(formErrorMessages);
  const name = field === 'key' ? keyType : field;
  const known = formErrorMessages.errors;
  return (
    <TextInput
      label={t(`fields.${name}`)}
      {...(name === 'email' ? {} : { hint: t(`hints.${name}`) })}
      error={
        code === undefined
          ? null
          : errors(`errors.${Object.hasOwn(known, code) ? (code as keyof typeof known) : 'other'}`)
      }
      name={field}
      value={value}
      required
      maxLength={MOST_CHARACTERS}
      {...KEYBOARDS[name]}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** More than any of them has, so that a pasted one is seen to be too long and not cut. */
const MOST_CHARACTERS = 100;

const NUMBERS = { inputMode: 'numeric', numeric: true } as const;
const CODES = { autoCapitalize: 'characters', numeric: true } as const;
const KEYBOARDS: Readonly<
  Record<PixKeyType | Exclude<TypedField, 'key'>, Partial<ComponentProps<typeof TextInput>>>
> = {
  cpf: NUMBERS,
  email: { inputMode: 'email', autoCapitalize: 'none' },
  phone: { inputMode: 'tel', numeric: true },
  random: { autoCapitalize: 'none', numeric: true },
  bank: NUMBERS,
  branch: NUMBERS,
  number: { numeric: true },
  iban: CODES,
  bic: CODES,
};
