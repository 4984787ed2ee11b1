// Account, My data: the simplified answer, by topic.

import { isUnread } from '../../ui/unread.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { type DataTopic, PERSONAL_DATA } from '../../../worker/domain/personal-data.ts';
import { SecurityLoadingRow } from './security-loading-row.tsx';
import { useMyData } from './my-data.ts';
import '../../styles/account.css';

const SKELETONS = 6;

export function DataAnswerCard() {
  const t = useMessages(myDataMessages);
  const query = useMyData();
  const topics = query.data?.topics;
  return (
    <Card title={t('answer.title')} className="safety-card" aria-busy={query.isPending}>
      <p className="safety-lead">{t('answer.text')}</p>
      {isUnread(query) ? (
        <ErrorState
          title={t('unread.title')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {t('unread.text')}
        </ErrorState>
      ) : (
        <ul className="safety-list">
          {topics === undefined
            ? Array.from({ length: SKELETONS }, (_, index) => <SecurityLoadingRow key={index} />)
            : topics.map(({ topic, records }) => <TopicRow key={topic} topic={topic} records={records} />)}
        </ul>
      )}
    </Card>
  );
}

/** Its bases and rules, each once, as the registry has them. */
function TopicRow({ topic, records }: { readonly topic: DataTopic; readonly records: number }) {
  const t = useMessages(myDataMessages);
  const tables = PERSONAL_DATA.filter((entry) => entry.topic === topic);
  const bases = [...new Set(tables.map(({ basis }) => basis))];
  const rules = [...new Set(tables.map(({ atClosing }) => atClosing.rule))];
  return (
    <li className="safety-row">
      <div className="safety-what">
        <p className="safety-name">{t(`topics.${topic}.title`)}</p>
        <p className="small">{t(`topics.${topic}.why`)}</p>
        <p className="small quiet">
          {t('basisLabel')}: {bases.map((basis) => t(`bases.${basis}`)).join('; ')}
        </p>
        <p className="small quiet">
          {t('closingLabel')}: {rules.map((rule) => t(`rules.${rule}`)).join('; ')}
        </p>
      </div>
      <span className="small quiet num">
        {records === 0 ? t('answer.none') : t.count('answer.records', records)}
      </span>
    </li>
  );
}
