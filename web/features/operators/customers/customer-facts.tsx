import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminUserWords } from '../../../i18n/words/admin-user.ts';
import { commonWords } from '../../../i18n/words/common.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/note.tsx';
import type { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { StatusBadge } from './status-badge.tsx';

export function CustomerFacts({ user }: { readonly user: CustomerDetails }) {
  const t = useWords(adminUserWords);
  const f = useFormat();
  return (
    <>
      {user.suspension !== null && <SuspensionNote suspension={user.suspension} />}
      <Facts>
        <Fact label={t('facts.email')}>{user.email}</Fact>
        <Fact label={t('facts.name')}>{user.fullName}</Fact>
        <Fact label={t('facts.id')}>
          <CopyableId value={user.id} of={user.email} whole />
        </Fact>
        <Fact label={t('facts.status')}>
          <StatusBadge status={user.status} />
        </Fact>
        <Fact label={t('facts.joined')}>{f.dateTime(user.createdAt, 'long')}</Fact>
        <Fact label={t('facts.lastActive')}>{f.dateTime(user.lastActiveAt, 'minute')}</Fact>
        <Fact label={t('facts.value')}>
          {user.valueCents === null ? <Money cents={null} /> : f.money(user.valueCents)}
        </Fact>
        <Fact label={t('facts.cash')}>{f.money(user.cashCents)}</Fact>
        <Fact label={t('facts.metals')}>
          <Metals holdings={user.holdings} />
        </Fact>
        <Fact label={t('facts.phone')}>{user.phone}</Fact>
        <Fact label={t('facts.tier')}>{t(`tiers.${user.tier}`)}</Fact>
        <Fact label={t('facts.secondFactors')}>
          <SecondFactors factors={user.secondFactors} />
        </Fact>
        <Fact label={t('facts.sessions')}>{f.integer(user.openSessions)}</Fact>
      </Facts>
    </>
  );
}

function SuspensionNote({ suspension }: { readonly suspension: NonNullable<CustomerDetails['suspension']> }) {
  const t = useWords(adminUserWords);
  const f = useFormat();
  const { at, by, reason } = suspension;
  return (
    <Note
      tone="warning"
      icon="pause"
      title={
        at === null || by === null
          ? t('suspension.unknown')
          : t('suspension.when', { date: f.dateTime(at, 'minute'), by })
      }
    >
      {reason === null ? '' : t('suspension.reason', { reason })}
    </Note>
  );
}

function Metals({ holdings }: Pick<CustomerDetails, 'holdings'>) {
  const t = useWords(adminUserWords);
  const names = useWords(commonWords);
  const f = useFormat();
  if (holdings.length === 0) return t('facts.noMetals');
  return holdings
    .map(({ metal, ouncesE4 }) => `${names(`metals.${metal}`)} ${f.weight(ouncesE4)}`)
    .join(' · ');
}

function SecondFactors({ factors }: { readonly factors: CustomerDetails['secondFactors'] }) {
  const t = useWords(adminUserWords);
  const { app, passkeys } = factors;
  const names = [
    ...(app ? [t('factors.app')] : []),
    ...(passkeys > 0 ? [t.count('factors.passkeys', passkeys)] : []),
  ];
  return names.length === 0 ? t('factors.none') : names.join(' · ');
}
