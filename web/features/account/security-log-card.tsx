// Account, Security: the account's sensitive events, newest first.

import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { pagedQuery, usePages } from '../../api/paged.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { Card } from '../../ui/card.tsx';
import { ListBody } from '../../ui/list-card.tsx';
import { type SecurityEvent, SecurityLog } from '../../../worker/contract/own-sessions.ts';
import { TEAM_EVENT_KINDS } from '../../../worker/domain/security-events.ts';
import { SECURITY_LOG_KEPT_DAYS } from '../../../worker/domain/session-rules.ts';
import { SecurityLoadingRow } from './security-loading-row.tsx';
import '../../styles/account.css';

const PAGE = '8';
const SKELETONS = 4;

const securityLogQuery = pagedQuery(queryKeys.securityLog, (cursor) =>
  receive(SecurityLog, api.auth['security-log'].$get({ query: { limit: PAGE, ...cursor } })),
);

export function SecurityLogCard() {
  const t = useMessages(profileMessages.securityLog);
  const f = useFormat();
  const query = usePages(securityLogQuery);
  return (
    <Card title={t('title')} className="safety-card" aria-busy={query.isPending}>
      <p className="safety-lead">{t('text', { days: f.integer(SECURITY_LOG_KEPT_DAYS) })}</p>
      <ListBody
        query={query}
        rowsOf={(page) => page.events}
        texts={{
          error: { title: t('error.title'), text: t('error.text') },
          empty: { title: t('empty.title'), text: t('empty.text') },
          more: { action: t('more'), busy: t('loadingMore'), failed: t('moreError') },
          stale: { title: t('outdated.title'), text: (time) => t('outdated.text', { time }) },
        }}
      >
        {(events) => (
          <ul className="safety-list">
            {events === undefined
              ? Array.from({ length: SKELETONS }, (_, index) => <SecurityLoadingRow key={index} />)
              : events.map((event) => <EventRow key={event.id} event={event} />)}
          </ul>
        )}
      </ListBody>
    </Card>
  );
}

function EventRow({ event }: { readonly event: SecurityEvent }) {
  const t = useMessages(profileMessages.securityLog);
  const f = useFormat();
  const kind = t(`kinds.${event.kind}`);
  const where = [
    event.device ?? t(TEAM_EVENT_KINDS.has(event.kind) ? 'team' : 'unknown'),
    ...(event.place === null ? [] : [event.place]),
    ...(event.times > 1 ? [t.count('times', event.times)] : []),
  ];
  return (
    <li className="safety-row">
      <div className="safety-what">
        <p className="safety-name">
          {event.detail === null ? kind : t('named', { what: kind, name: event.detail })}
        </p>
        <p className="small quiet">{where.join(' · ')}</p>
      </div>
      <time className="small quiet num" dateTime={event.at}>
        {f.dateTime(event.at, 'minute')}
      </time>
    </li>
  );
}
