import { Form, getInput, reset, useForm } from '@formisch/react';
import { api, receive } from '../../api/client.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { TextInput } from '../../ui/text-input.tsx';
import { FormField, showServerErrors } from '../../ui/form-field.tsx';
import { SaveBar, useSaveState } from '../../ui/save-bar.tsx';
import { ProfileChange } from '../../../worker/contract/accounts.ts';
import { Profile } from '../../../worker/contract/profile.ts';

type DetailsFormProps = {
  readonly profile: Profile;
  /** Gets the profile as the server has it now. */
  readonly onSaved: (profile: Profile) => void;
};

/** The name can be changed, by the rules of sign-up; address and phone number have dialogs of their own. */
export function DetailsForm({ profile, onSaved }: DetailsFormProps) {
  const t = useMessages(profileMessages);
  const f = useFormat();
  const { state, run } = useSaveState();
  const form = useForm({ schema: ProfileChange, initialInput: { fullName: profile.fullName } });

  async function save(): Promise<void> {
    const { fullName = '' } = getInput(form);
    const saved = await receive(Profile, api.profile.$patch({ json: { fullName } }));
    reset(form, { initialInput: { fullName: saved.fullName } });
    onSaved(saved);
  }

  return (
    <Form
      of={form}
      method="post"
      className="stack"
      onSubmit={() => run(save, (error) => showServerErrors(form, error))}
    >
      <FormField
        form={form}
        name="fullName"
        as={TextInput}
        label={t('fullName')}
        autoComplete="name"
        required
      />
      <p className="small quiet">{t('since', { date: f.dateTime(profile.createdAt, 'long') })}</p>
      <SaveBar state={state} saved={t('saved')} failed={t('failed')} />
    </Form>
  );
}
