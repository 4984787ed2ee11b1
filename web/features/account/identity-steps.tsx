// Who the customer is, in three steps: number and birth date, papers, source of funds; each with what it asks for and how it stands.

import type { ReactNode } from 'react';
import identityMessages from '#messages/identity.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { IdentityOverview } from '../../../worker/contract/identity.ts';
import { PapersForm } from './identity-papers.tsx';
import { IdentityForm } from './identity-form.tsx';

type StepsProps = { readonly overview: IdentityOverview; readonly fullName: string };

export function IdentitySteps({ overview, fullName }: StepsProps) {
  const t = useMessages(identityMessages);
  const { level, identity } = overview;
  const isTest = overview.testCheck || identity?.isTest === true;
  return (
    <>
      <Step n={1} isTest={isTest} isDone={level >= 1}>
        {identity !== null && <Given identity={identity} />}
        {mayGive(overview) &&
          (overview.emailConfirmed ? (
            <IdentityForm fullName={fullName} />
          ) : (
            <p className="small muted">{t('emailFirst')}</p>
          ))}
      </Step>
      {([2, 3] as const).map((n) => (
        <Step key={n} n={n} isTest={isTest} isDone={level >= n}>
          {maySend(overview, n) ? (
            <PapersForm level={n} documents={overview.documents} />
          ) : (
            level < n - 1 && <p className="small muted">{t('stepBefore')}</p>
          )}
        </Step>
      ))}
    </>
  );
}

/** As the service decides it: while it is about the number, and with the customer. */
function mayGive({ identity, level }: IdentityOverview): boolean {
  if (identity === null) return true;
  const { state, asks } = identity;
  if (state === 'review') return level <= 1;
  return asks === 1 && (state === 'refused' || state === 'more');
}

function maySend({ identity, level }: IdentityOverview, n: 2 | 3): boolean {
  if (identity === null || level < 1) return false;
  const { state, asks } = identity;
  const isWithCustomer =
    state === 'verified' || state === 'more' || state === 'refused' || state === 'review';
  return isWithCustomer && (n === level + 1 || (state !== 'verified' && n === level && asks === n));
}

type StepProps = {
  readonly n: 1 | 2 | 3;
  readonly isTest: boolean;
  readonly isDone: boolean;
  readonly children: ReactNode;
};

function Step({ n, isTest, isDone, children }: StepProps) {
  const t = useMessages(identityMessages);
  return (
    <Card
      padded
      title={t(`steps.${n}.title`)}
      aside={
        <span className="identity-badges">
          {isTest && <Badge tone="held">{t('test.badge')}</Badge>}
          <Badge tone={isDone ? 'success' : 'neutral'}>{t(isDone ? 'done' : 'open')}</Badge>
        </span>
      }
    >
      <div className="stack">
        <p className="small muted">{t(`steps.${n}.text`)}</p>
        {children}
      </div>
    </Card>
  );
}

function Given({ identity }: { readonly identity: NonNullable<IdentityOverview['identity']> }) {
  const t = useMessages(identityMessages);
  const f = useFormat();
  const { kind, country, masked, checkedAt, expiresAt } = identity;
  return (
    <Rows>
      <Row label={t(`kinds.${kind}`)}>
        {masked}
        {kind === 'passport' && `, ${country}`}
      </Row>
      {checkedAt !== null && <Row label={t('checkedAt')}>{f.dateTime(checkedAt, 'dayMonthYear')}</Row>}
      {expiresAt !== null && <Row label={t('expiresAt')}>{f.dateTime(expiresAt, 'dayMonthYear')}</Row>}
    </Rows>
  );
}
