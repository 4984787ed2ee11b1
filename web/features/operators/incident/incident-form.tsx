import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsIncidentMessages from '#messages/operators-incident.json';
import type { IncidentReport } from '../../../../worker/contract/operators/incident.ts';
import {
  INCIDENT_TEXT_MAX,
  type IncidentText,
  incidentTextProblem,
  incidentTimesProblem,
  normaliseIncidentText,
} from '../../../../worker/domain/incident.ts';
import { HOUR_MS } from '../../../../worker/domain/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { fieldOf, timeOf } from '../frame/field-times.ts';
import { useAnnounceIncident } from './queries.ts';

type IncidentFormProps = {
  /** Whose place the next one takes. */
  readonly current: IncidentReport['incident'];
  readonly now: number;
};

export function IncidentForm({ current, now }: IncidentFormProps) {
  const t = useMessages(operatorsIncidentMessages);
  const announce = useAnnounceIncident();
  const [text, setText] = useState<IncidentText>({ 'pt-BR': '', en: '' });
  const [startsAt, setStartsAt] = useState(() => fieldOf(Date.now()));
  const [endsAt, setEndsAt] = useState(() => fieldOf(Date.now() + 2 * HOUR_MS));
  const [triedAt, setTriedAt] = useState<number | null>(null);
  const times = { startsAt: timeOf(startsAt), endsAt: timeOf(endsAt) };
  const textError = (language: keyof IncidentText): string | null => {
    const problem = triedAt === null ? null : incidentTextProblem(text[language]);
    return problem === null ? null : t(`form.errors.${problem}`, { max: INCIDENT_TEXT_MAX });
  };
  const timesProblem = triedAt === null ? null : incidentTimesProblem(times, triedAt);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTriedAt(now);
    const problems = [incidentTextProblem(text['pt-BR']), incidentTextProblem(text.en)];
    if (problems.some((problem) => problem !== null) || incidentTimesProblem(times, now) !== null) return;
    afterwards(
      announce.mutateAsync({
        text: { 'pt-BR': normaliseIncidentText(text['pt-BR']), en: normaliseIncidentText(text.en) },
        startsAt: new Date(times.startsAt).toISOString(),
        endsAt: new Date(times.endsAt).toISOString(),
        replaces: current?.id ?? null,
      }),
      {
        onSuccess() {
          showToast({ type: 'success', title: t('form.done') });
          setText({ 'pt-BR': '', en: '' });
          setTriedAt(null);
        },
      },
    );
  };
  return (
    <form className="stack incident-form" noValidate onSubmit={submit}>
      {(['pt-BR', 'en'] as const).map((language) => (
        <TextArea
          key={language}
          label={t(`form.text.${language}`)}
          hint={t('form.hint', { max: INCIDENT_TEXT_MAX })}
          rows={2}
          lang={language}
          required
          value={text[language]}
          error={textError(language)}
          onChange={(event) => setText({ ...text, [language]: event.target.value })}
        />
      ))}
      <div className="pair">
        <TextInput
          type="datetime-local"
          label={t('form.startsAt')}
          required
          value={startsAt}
          onChange={(event) => setStartsAt(event.target.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('form.endsAt')}
          required
          value={endsAt}
          error={timesProblem === null ? null : t(`form.times.${timesProblem}`)}
          onChange={(event) => setEndsAt(event.target.value)}
        />
      </div>
      <p className="small quiet">
        {t('form.zone', { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
      {announce.error !== null && <ProblemNotice error={announce.error} />}
      <div className="dialog-buttons">
        <Button type="submit" variant="primary" busy={announce.isPending} busyLabel={t('form.busy')}>
          {t(current === null || Date.parse(current.endsAt) <= now ? 'form.submit' : 'form.replace')}
        </Button>
      </div>
    </form>
  );
}
