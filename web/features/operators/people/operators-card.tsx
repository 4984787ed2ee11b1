// Everybody who runs the product, with roles, second factors and what can be proposed about them.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import type { OperatorSummary } from '../../../../worker/contract/operators/operators.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Email } from '../frame/email.tsx';
import { operatorsQuery } from './queries.ts';
import { useRoleNames } from './role-fields.tsx';

/** What the page shall ask about. */
export type Asked =
  | { readonly what: 'grant' }
  | { readonly what: 'roles' | 'revoke'; readonly operator: OperatorSummary };

type OperatorsCardProps = { readonly onAsk: (asked: Asked) => void };

export function OperatorsCard({ onAsk }: OperatorsCardProps) {
  const t = useMessages(operatorsPeopleMessages);
  const query = usePages(operatorsQuery());
  const operators = query.data?.pages[0]?.operators ?? [];
  const owners = operators.filter(({ roles, status }) => roles.includes('owner') && status === 'active');
  return (
    <>
      {owners.length === 1 && (
        <Note tone="warning" icon="alert" title={t('alone.title')}>
          {t('alone.text')}
        </Note>
      )}
      <ListCard
        title={t('list.title')}
        query={query}
        rowsOf={(page) => page.operators}
        rowKey={({ id }) => id}
        rowData={({ email }) => ({ 'data-operator': email })}
        columns={useColumns(onAsk)}
        tableClass="admin-table"
        skeletons={2}
        texts={{
          error: { title: t('list.error.title'), text: t('list.error.text') },
          empty: { title: t('list.empty.title'), text: t('list.empty.text') },
        }}
        shown={(n) => t.count('list.shown', n)}
      />
    </>
  );
}

function useColumns(onAsk: (asked: Asked) => void): readonly TableColumn<OperatorSummary>[] {
  const t = useMessages(operatorsPeopleMessages);
  const f = useFormat();
  const namesOf = useRoleNames();
  return [
    {
      key: 'name',
      label: t('list.columns.name'),
      header: true,
      className: 'admin-breaks',
      render: ({ fullName, email, isSelf, status }) => (
        <>
          {fullName} {isSelf && <Badge tone="neutral">{t('list.you')}</Badge>}
          {status === 'suspended' && <Badge tone="failed">{t('list.suspended')}</Badge>}
          <span className="sub">
            <Email>{email}</Email>
          </span>
        </>
      ),
    },
    {
      key: 'roles',
      label: t('list.columns.roles'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ roles, tier }) => (
        <>
          {namesOf(roles)}
          {tier === 'premium' && <span className="sub">{t('list.premium')}</span>}
        </>
      ),
    },
    {
      key: 'factors',
      label: t('list.columns.factors'),
      className: 'admin-breaks',
      render: ({ secondFactors: { app, passkeys } }) =>
        app || passkeys > 0 ? (
          [
            ...(app ? [t('list.app')] : []),
            ...(passkeys > 0 ? [t.count('list.passkeys', passkeys)] : []),
          ].join(' · ')
        ) : (
          <span className="quiet">{t('list.noFactor')}</span>
        ),
    },
    {
      key: 'active',
      label: t('list.columns.active'),
      wide: true,
      className: 'num admin-breaks',
      skeleton: ['short', 'short'],
      render: ({ lastActiveAt, since }) => (
        <>
          {f.dateTime(lastActiveAt, 'minute')}
          <span className="sub">{t('list.since', { date: f.dateTime(since, 'dayMonthYear') })}</span>
        </>
      ),
    },
    {
      key: 'actions',
      label: t('list.columns.actions'),
      hiddenLabel: true,
      actions: true,
      skeleton: 'badge',
      // Others decide about the caller.
      render: (operator) =>
        !operator.isSelf && (
          <div className="admin-row-actions">
            <Button
              size="small"
              aria-label={t('list.changeNamed', { email: operator.email })}
              onClick={() => onAsk({ what: 'roles', operator })}
            >
              {t('list.change')}
            </Button>
            <Button
              size="small"
              variant="ghost"
              aria-label={t('list.revokeNamed', { email: operator.email })}
              onClick={() => onAsk({ what: 'revoke', operator })}
            >
              {t('list.revoke')}
            </Button>
          </div>
        ),
    },
  ];
}
