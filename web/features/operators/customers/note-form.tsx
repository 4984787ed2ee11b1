import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import timelineMessages from '#messages/operators-timeline.json';
import { NOTE_MAX_CHARACTERS } from '../../../../worker/domain/timeline.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useAddNote } from './timeline-queries.ts';

/** A note of the operator's for the others. One form, one note: sent again after a lost reply it is the same one. */
export function NoteForm({ userId }: { readonly userId: string }) {
  const t = useMessages(timelineMessages.note);
  const [id, setId] = useState(() => crypto.randomUUID());
  const [body, setBody] = useState('');
  const add = useAddNote(userId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || body.trim() === '') return;
    afterwards(add.mutateAsync({ id, body }), {
      onSuccess() {
        setId(crypto.randomUUID());
        setBody('');
      },
    });
  };
  return (
    <Card title={t('title')} padded>
      <form className="stack" noValidate onSubmit={submit}>
        <TextArea
          label={t('label')}
          hint={t('hint')}
          rows={3}
          maxLength={NOTE_MAX_CHARACTERS}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        {add.error !== null && <ProblemNotice error={add.error} />}
        <div className="dialog-buttons">
          <Button type="submit" disabled={body.trim() === ''} busy={add.isPending} busyLabel={t('busy')}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
