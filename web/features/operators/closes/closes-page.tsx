// The closes of the days for operators: what each says, its signed record, and computing some of them again.

import { usePages } from '../../../api/paged.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-closes.json';
import { OperatorsPanel } from '../frame/panel.tsx';
import { CheckCard } from './check-card.tsx';
import { ClosesCard } from './closes-card.tsx';
import { closesQuery } from './queries.ts';

export function Closes() {
  const t = useMessages(messages);
  const query = usePages(closesQuery());
  const newest = query.data?.pages[0]?.closes[0]?.day;
  return (
    <OperatorsPanel title={t('title')} lead={t('lead')}>
      <CheckCard key={newest} newest={newest} />
      <ClosesCard query={query} />
    </OperatorsPanel>
  );
}
