import { Field, focus, Form, getInput, reset, setErrors, useForm } from '@formisch/react';
import { isRefusal } from '../../api/problem-error.ts';
import { Link } from '../../i18n/link.tsx';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';
import { profileWords } from '../../i18n/words/profile.ts';
import { EmailInput } from '../../ui/email-input.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useSaveState } from '../../ui/use-save-state.ts';
import { ProfileChange } from '../../../worker/contract/accounts.ts';
import type { Profile } from '../../../worker/contract/profile.ts';
import { useSaveName } from './profile-mutations.ts';

type DetailsFormProps = {
  readonly profile: Profile;
  /** With the profile as the server keeps it now. */
  readonly onSaved: (profile: Profile) => void;
};

/** The name may be changed, by the rules of sign-up; the e-mail is read, with the way to change it. */
export function DetailsForm({ profile, onSaved }: DetailsFormProps) {
  const t = useWords(profileWords);
  const f = useFormat();
  const errorText = useRuleText(accountWords);
  const saveName = useSaveName();
  const { state, run } = useSaveState();
  const form = useForm({ schema: ProfileChange, initialInput: { fullName: profile.fullName } });

  async function save(): Promise<void> {
    const saved = await saveName.mutateAsync(getInput(form).fullName ?? '');
    reset(form, { initialInput: { fullName: saved.fullName } });
    onSaved(saved);
  }

  const submit = () =>
    run(save, (error) => {
      const code = nameErrorIn(error);
      if (code === null) return false;
      setErrors(form, { path: ['fullName'], errors: [code] });
      focus(form, { path: ['fullName'] });
      return true;
    });

  return (
    <Form of={form} method="post" className="profile-form" onSubmit={submit}>
      <Field of={form} path={['fullName']}>
        {(field) => (
          <TextInput
            {...field.props}
            label={t('fullName')}
            autoComplete="name"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <EmailInput label={t('email')} readOnly value={profile.email} hint={<EmailNote />} />
      <p className="small quiet">{t('since', { date: f.dateTime(profile.createdAt, 'long') })}</p>
      <SaveBar state={state} saved={t('saved')} failed={t('failed')} />
    </Form>
  );
}

function EmailNote() {
  const t = useWords(profileWords);
  return (
    <>
      {t('emailNote.before')}
      <Link className="link" to="/contact">
        {t('emailNote.link')}
      </Link>
      {t('emailNote.after')}
    </>
  );
}

/** The server's word on the name, if that is what it refused. */
function nameErrorIn(error: unknown): string | null {
  if (!isRefusal(error)) return null;
  return error.errors.find(({ field }) => field === 'fullName')?.code ?? null;
}
