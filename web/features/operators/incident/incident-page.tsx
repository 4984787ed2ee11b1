// The notice that every visitor reads at the top of the pages: what stands now, and the next one.

import { isUnread } from '../../../ui/unread.ts';
import { CurrentCard } from './current-card.tsx';
import { IncidentForm } from './incident-form.tsx';
import { useIncident } from './queries.ts';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsIncidentMessages from '#messages/operators-incident.json';
import titles from '#messages/titles.json';
import { useNow } from '../../../live/use-now.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const TICK_MS = 1_000;

export function IncidentDesk() {
  const t = useMessages(operatorsIncidentMessages);
  const query = useIncident();
  const now = useNow(TICK_MS);
  const report = query.data;
  return (
    <OperatorsPanel title={titles.incident.title} lead={t('lead')}>
      {report !== undefined ? (
        <>
          <CurrentCard incident={report.incident} now={now} />
          <Allowed to="incident.change">
            <Card title={t('form.title')} padded>
              <IncidentForm current={report.incident} now={now} />
            </Card>
          </Allowed>
        </>
      ) : (
        <Card padded>
          {isUnread(query) ? (
            <ErrorState
              title={t('error.title')}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            >
              {t('error.text')}
            </ErrorState>
          ) : (
            <Skeleton shape="block" />
          )}
        </Card>
      )}
    </OperatorsPanel>
  );
}
