// The first step: a CPF, or a passport of another country, with name and birth date as they are on the document, and whether the customer
// is a politically exposed person.

import { Form, getInput, useForm } from '@formisch/react';
import identityMessages from '#messages/identity.json';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormField, useFieldInput, useServerErrors } from '../../ui/form-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { IdentityRequest } from '../../../worker/contract/identity.ts';
import { PASSPORT_COUNTRIES } from '../../../worker/domain/countries.ts';
import { IDENTITY_KINDS } from '../../../worker/domain/identity.ts';
import { type TypedIdentity, useGiveIdentity } from './identity.ts';

export function IdentityForm({ fullName }: { readonly fullName: string }) {
  const t = useMessages(identityMessages);
  const form = useForm({
    schema: IdentityRequest,
    initialInput: {
      kind: 'cpf',
      country: '',
      number: '',
      fullName,
      birthDate: '',
      pep: false,
      pepDetail: '',
    },
  });
  const give = useGiveIdentity();
  const error = useServerErrors(form, give.error);
  const isPassport = useFieldInput(form, 'kind') === 'passport';
  const isPep = useFieldInput(form, 'pep') === true;
  const countries = useCountries();
  return (
    <Form
      of={form}
      method="post"
      className="stack"
      onSubmit={async () => {
        await give.mutateAsync(getInput(form) as TypedIdentity).catch(() => undefined);
      }}
    >
      <FormField
        form={form}
        name="kind"
        as={Select}
        label={t('form.kind')}
        options={IDENTITY_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {isPassport && (
        <FormField form={form} name="country" as={Select} label={t('form.country')} options={countries} />
      )}
      <FormField
        form={form}
        name="number"
        as={TextInput}
        label={t(isPassport ? 'form.passport' : 'form.cpf')}
        hint={isPassport ? undefined : t('form.cpfHint')}
        inputMode={isPassport ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={30}
        required
      />
      <FormField
        form={form}
        name="fullName"
        as={TextInput}
        label={t('form.fullName')}
        autoComplete="name"
        required
      />
      <FormField
        form={form}
        name="birthDate"
        as={TextInput}
        type="date"
        label={t('form.birthDate')}
        autoComplete="bday"
        required
      />
      <FormField form={form} name="pep" as={Checkbox} label={t('pep.label')} />
      {isPep && (
        <FormField
          form={form}
          name="pepDetail"
          as={TextInput}
          label={t('pep.detail')}
          maxLength={300}
          required
        />
      )}
      {error !== null && <ProblemNotice error={error} />}
      <SubmitButton busy={give.isPending} busyLabel={t('form.busy')}>
        {t('form.submit')}
      </SubmitButton>
    </Form>
  );
}

/** By their names in the language of the page. */
function useCountries(): readonly { readonly value: string; readonly label: string }[] {
  const locale = useLocale();
  const t = useMessages(identityMessages);
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const countries = PASSPORT_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
  const order = new Intl.Collator(locale);
  return [
    { value: '', label: t('form.choose') },
    ...countries.toSorted((a, b) => order.compare(a.label, b.label)),
  ];
}
