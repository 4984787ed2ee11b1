// One identity: who it is said to be, the papers, the steps so far, and the decision. Opened with a line in the audit log, for ten
// minutes. Import it lazily, as every dialog.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-identities.json';
import timelineMessages from '#messages/operators-timeline.json';
import identityMessages from '#messages/identity.json';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import type { IdentityDetails } from '../../../../worker/contract/operators/identities.ts';
import { isCheckRefusal } from '../../../../worker/domain/identity.ts';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';
import { OpenedRecord } from '../frame/opened-record.tsx';
import { DecisionForm } from './decision-form.tsx';
import { IdentityBadges } from './identities-card.tsx';
import { documentUrl, useOpenedIdentity } from './queries.ts';
import '../../../styles/operators.css';

type IdentityDialogProps = {
  readonly open: boolean;
  readonly userId: string;
  readonly onClose: () => void;
};

export function IdentityDialog({ open, userId, onClose }: IdentityDialogProps) {
  const t = useMessages(messages);
  const identity = useOpenedIdentity(userId);
  return (
    <Dialog open={open} onClose={onClose} title={identity.data?.fullName ?? t('details.title')} width="wide">
      <OpenedRecord
        query={identity}
        failed={{ title: t('details.error.title'), text: t('details.error.text') }}
        note={<p className="small quiet">{t('details.opening')}</p>}
      >
        {(opened) => (
          <div className="stack">
            <Details identity={opened} onReopen={() => void identity.refetch()} />
          </div>
        )}
      </OpenedRecord>
    </Dialog>
  );
}

type DetailsProps = { readonly identity: IdentityDetails; readonly onReopen: () => void };

function Details({ identity, onReopen }: DetailsProps) {
  const t = useMessages(messages);
  const f = useFormat();
  return (
    <>
      <Note
        tone="info"
        actions={
          <Button size="small" onClick={onReopen}>
            {t('details.again')}
          </Button>
        }
      >
        {t('details.until', { time: f.dateTime(identity.until, 'time') })}
      </Note>
      <Who identity={identity} />
      <section aria-label={t('details.papers')}>
        <h3 className="admin-details-heading">{t('details.papers')}</h3>
        <Papers identity={identity} />
      </section>
      <Allowed to="identities.decide">
        <DecisionForm key={identity.revision} identity={identity} />
      </Allowed>
      <section aria-label={t('details.steps')}>
        <h3 className="admin-details-heading">{t('details.steps')}</h3>
        <Steps identity={identity} />
      </section>
    </>
  );
}

function Who({ identity }: { readonly identity: IdentityDetails }) {
  const t = useMessages(messages);
  const f = useFormat();
  const reasons = useMessages(identityMessages.reasons);
  const { given, masked, reason, pep, provider, providerReference, agreed } = identity;
  const stated = f.dateTime(pep.statedAt, 'dayMonthYear');
  return (
    <Facts>
      <Fact label={t('details.account')}>{identity.fullName}</Fact>
      <Fact label={t('details.email')}>
        <Email>{identity.email}</Email>
      </Fact>
      <Fact label={t('details.given')}>{given?.fullName ?? '-'}</Fact>
      <Fact label={t('details.birthDate')}>
        {given === null ? '-' : f.dateTime(`${given.birthDate}T12:00:00Z`, 'dayMonthYear')}
      </Fact>
      <Fact label={t('details.number')}>
        {t(`kinds.${identity.kind}`)} {identity.country} {given?.number ?? masked}
      </Fact>
      <Fact label={t('details.state')}>
        <IdentityBadges state={identity.state} isListed={identity.isListed} isTest={identity.isTest} />
      </Fact>
      <Fact label={t('details.level')}>
        {t('list.level', { asks: identity.asks, level: identity.level })}
      </Fact>
      {reason !== null && (
        <Fact label={t('details.reason')}>
          {identity.isListed ? t('details.listed') : isCheckRefusal(reason) ? reasons(reason) : reason}
        </Fact>
      )}
      <Fact label={t('details.pep')}>
        {pep.isPep
          ? t('details.yes', { detail: pep.detail ?? '', date: stated })
          : t('details.no', { date: stated })}
      </Fact>
      <Fact label={t('details.provider')}>
        {provider === null ? t('details.byHand') : `${provider} ${providerReference ?? ''}`}
      </Fact>
      <Fact label={t('details.deposited')}>{f.money(identity.depositedCents, 'USD')}</Fact>
      {agreed !== null && (
        <Fact label={t('details.agreed')}>
          {t('details.agreedSums', {
            deposit: f.money(agreed.depositCents, 'USD'),
            withdrawal: f.money(agreed.withdrawalCents, 'USD'),
          })}
        </Fact>
      )}
    </Facts>
  );
}

/** Pictures of this page: no links, nothing to download. */
function Papers({ identity: { userId, documents } }: { readonly identity: IdentityDetails }) {
  const t = useMessages(messages);
  const f = useFormat();
  if (documents.length === 0) return <p className="small quiet">{t('details.none')}</p>;
  return (
    <ul className="identity-pictures">
      {documents.map(({ id, kind, submittedAt }) => (
        <li key={id}>
          <figure>
            <img src={documentUrl(userId, id)} alt={t(`papers.${kind}`)} draggable={false} />
            <figcaption className="small">
              {t(`papers.${kind}`)}
              {submittedAt !== null && `, ${f.dateTime(submittedAt, 'dayMonthTime')}`}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

function Steps({ identity }: { readonly identity: IdentityDetails }) {
  const t = useMessages(messages);
  const words = useMessages(timelineMessages);
  const reasons = useMessages(identityMessages.reasons);
  const f = useFormat();
  return (
    <ol className="identity-steps">
      {identity.steps.map(({ id, step, by, operator, fromLevel, toLevel, detail, at }) => (
        <li key={id} className="small">
          <strong>{words(`steps.${step}`)}</strong>{' '}
          {words(fromLevel === toLevel ? 'level.same' : 'level.other', { from: fromLevel, to: toLevel })},{' '}
          {t(`details.by.${by}`, { email: operator ?? '' })}, {f.dateTime(at, 'stamp')}
          {detail !== null && (
            <span className="sub">{isCheckRefusal(detail) ? reasons(detail) : detail}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
