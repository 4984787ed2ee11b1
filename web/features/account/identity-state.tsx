// How an identity stands: with whom it is, why it was refused or what more is asked, and the way to a person.

import { type FormEvent, useState } from 'react';
import identityMessages from '#messages/identity.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note, type NoteTone } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { IdentityOverview } from '../../../worker/contract/identity.ts';
import {
  APPEAL_MAX_CHARACTERS,
  APPEAL_MIN_CHARACTERS,
  type IdentityState,
  isCheckRefusal,
  isListed,
} from '../../../worker/domain/identity.ts';
import { useAppeal } from './identity.ts';

const TONES: Readonly<Record<Exclude<IdentityState, 'verified'>, NoteTone>> = {
  pending: 'info',
  waiting: 'info',
  appealed: 'info',
  more: 'warning',
  review: 'warning',
  refused: 'error',
};

export function IdentityStateNote({ overview }: { readonly overview: IdentityOverview }) {
  const t = useMessages(identityMessages);
  const f = useFormat();
  const { identity, level } = overview;
  if (identity === null || identity.state === 'verified') return null;
  const { state, reason, expiresAt } = identity;
  const until = expiresAt === null ? '' : f.dateTime(expiresAt, 'dayMonthYear');
  const isOnList = isListed(identity);
  const why = isOnList ? null : isCheckRefusal(reason) ? t(`reasons.${reason}`) : reason;
  const what = isOnList ? 'listed' : state === 'review' && level === 0 ? 'lapsed' : state;
  return (
    <>
      <Note tone={TONES[state]} title={t(`states.${what}.title`)}>
        {t(`states.${what}.text`, { until })}
        {why !== null && ` ${t('because', { reason: why })}`}
      </Note>
      {state === 'refused' && <AppealCard />}
    </>
  );
}

function AppealCard() {
  const t = useMessages(identityMessages);
  const [text, setText] = useState('');
  const appeal = useAppeal();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!appeal.isPending) appeal.mutate(text);
  };
  return (
    <Card padded title={t('appeal.title')}>
      <form className="stack" noValidate onSubmit={submit}>
        <TextArea
          label={t('appeal.label')}
          hint={t('appeal.hint')}
          rows={4}
          required
          maxLength={APPEAL_MAX_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {appeal.error !== null && <ProblemNotice error={appeal.error} />}
        <Button
          type="submit"
          disabled={text.trim().length < APPEAL_MIN_CHARACTERS}
          busy={appeal.isPending}
          busyLabel={t('appeal.busy')}
        >
          {t('appeal.submit')}
        </Button>
      </form>
    </Card>
  );
}
