// Tariffs that operators proposed, the newest first: how each stands, by whom, and deciding on the one that waits.

import { lazy, Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import tariffMessages from '#messages/operators-tariff.json';
import type { TariffProposal } from '../../../../worker/contract/operators/tariffs.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import type { Decision } from './queries.ts';

const ConfirmChange = lazy(async () => ({
  default: (await import('../frame/confirm-change.tsx')).ConfirmChange,
}));

type Proposed = Pick<
  TariffProposal,
  'id' | 'fromDay' | 'state' | 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt' | 'mine' | 'waitsForMe'
>;

type Line = { readonly label: string; readonly text: string };

/** What one kind of tariff shows besides who proposed and decided. */
type Shown = {
  readonly badge: { readonly tone: BadgeTone; readonly label: string };
  /** Before who proposed it. */
  readonly terms?: readonly Line[];
  /** What became of it, after who decided. */
  readonly outcome?: Line | null;
  /** Why it can't be announced any more. */
  readonly fault?: string | null;
};

type Question = {
  /** The last look before it is done. */
  readonly about: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly done: string;
};

type ProposedTariffsProps<T extends Proposed> = {
  readonly tariffs: readonly T[];
  readonly show: (tariff: T) => Shown;
  readonly ask: (tariff: T, how: Decision['how']) => Question;
  readonly decide: {
    readonly mutateAsync: (decision: Decision) => Promise<unknown>;
    readonly reset: () => void;
    readonly isPending: boolean;
    readonly error: unknown;
  };
};

export function ProposedTariffs<T extends Proposed>(props: ProposedTariffsProps<T>) {
  const { tariffs, show, ask, decide } = props;
  const t = useMessages(tariffMessages);
  const [asked, setAsked] = useState<(Decision & { readonly tariff: T }) | null>(null);
  const opened = useOpening(asked, asked === null ? null : asked.id + asked.how);
  const begin = (tariff: T, how: Decision['how']) => {
    // What was refused last time is of another question.
    decide.reset();
    setAsked({ id: tariff.id, how, tariff });
  };
  const confirm = ({ id, how }: Decision, done: string) =>
    afterwards(decide.mutateAsync({ id, how }), {
      onSuccess() {
        showToast({ type: 'success', title: done });
        setAsked(null);
      },
    });
  const question = opened === null ? null : ask(opened.value.tariff, opened.value.how);
  return (
    <>
      <ul className="tariffs">
        {tariffs.map((tariff) => (
          <li key={tariff.id} data-tariff={tariff.state}>
            <ProposedTariff tariff={tariff} shown={show(tariff)} onAsk={(how) => begin(tariff, how)} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened !== null && question !== null && (
          <ConfirmChange
            key={opened.number}
            open={opened.open}
            title={question.title}
            about={question.about}
            text={question.text}
            submit={question.submit}
            busyLabel={t('busy')}
            busy={decide.isPending}
            error={decide.error}
            onConfirm={() => confirm(opened.value, question.done)}
            onCancel={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type ProposedTariffProps = {
  readonly tariff: Proposed;
  readonly shown: Shown;
  readonly onAsk: (how: Decision['how']) => void;
};

function ProposedTariff({ tariff, shown, onAsk }: ProposedTariffProps) {
  const t = useMessages(tariffMessages.list);
  const f = useFormat();
  const { fromDay, state, proposedBy, proposedAt, decidedBy, decidedAt, mine, waitsForMe } = tariff;
  const { badge, terms = [], outcome = null, fault = null } = shown;
  const by = (who: string, at: string) => (
    <>
      <Email>{who}</Email> <span className="quiet">{f.dateTime(at, 'dayMonthYear')}</span>
    </>
  );
  return (
    <div className="stack">
      <h3>{t('from', { day: f.dateTime(fromDay, 'long', 'UTC') })}</h3>
      <p>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <Facts>
        {terms.map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
        <Fact label={t('proposed')}>{by(proposedBy, proposedAt)}</Fact>
        {decidedBy !== null && decidedAt !== null && (
          <Fact label={t('decided')}>{by(decidedBy, decidedAt)}</Fact>
        )}
        {outcome !== null && <Fact label={outcome.label}>{outcome.text}</Fact>}
      </Facts>
      {fault !== null && <p className="small">{fault}</p>}
      {state === 'open' && (waitsForMe || mine) && (
        <div className="ledger-buttons">
          {waitsForMe && fault === null && (
            <Button variant="primary" onClick={() => onAsk('announce')}>
              {t('announce')}
            </Button>
          )}
          <Button onClick={() => onAsk('drop')}>{t(mine ? 'withdraw' : 'reject')}</Button>
        </div>
      )}
    </div>
  );
}
