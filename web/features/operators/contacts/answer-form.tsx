import { type FormEvent, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsContactsMessages from '#messages/operators-contacts.json';
import type { ContactDetails } from '../../../../worker/contract/operators/contacts.ts';
import { ANSWER_MAX_CHARACTERS, type ContactTemplate } from '../../../../worker/domain/contacts.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useAnswerContact } from './queries.ts';

/** The next answer: free text, or begun with a prepared one in the language of the message. */
export function AnswerForm({ contact }: { readonly contact: ContactDetails }) {
  const t = useMessages(operatorsContactsMessages);
  const { id: contactId, revision, language, email, templates } = contact;
  // One form, one answer: sent again after a lost reply it is the same one.
  const [id] = useState(() => crypto.randomUUID());
  const [body, setBody] = useState('');
  const [template, setTemplate] = useState<ContactTemplate | ''>('');
  const answer = useAnswerContact(contactId);
  const choose = (chosen: ContactTemplate | '') => {
    setTemplate(chosen);
    const text = templates.find((one) => one.id === chosen)?.body;
    // What was written stays.
    if (text !== undefined) setBody(body.trim() === '' ? text : `${body.trimEnd()}\n\n${text}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending || body.trim() === '') return;
    void answer.mutateAsync({ id, revision, body }).then(
      () => showToast({ type: 'success', title: t('answer.sent', { email }) }),
      () => undefined,
    );
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Select
        label={t('answer.template')}
        value={template}
        options={[
          { value: '', label: t('answer.noTemplate') },
          ...templates.map((one) => ({ value: one.id, label: t(`answer.templates.${one.id}`) })),
        ]}
        onChange={choose}
      />
      <TextArea
        label={t('answer.text')}
        hint={t(`answer.hint.${language}`)}
        lang={language}
        rows={8}
        required
        maxLength={ANSWER_MAX_CHARACTERS}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      {answer.error !== null && <ProblemNotice error={answer.error} />}
      <div className="dialog-buttons">
        <Button
          type="submit"
          variant="primary"
          disabled={body.trim() === ''}
          busy={answer.isPending}
          busyLabel={t('answer.busy')}
        >
          {t('answer.submit')}
        </Button>
      </div>
    </form>
  );
}
