// The closes of the days for operators: what each says, its signed record, and computing some of them again.

import { usePages } from '../../../api/paged.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-closes.json';
import { Note } from '../../../ui/note.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { CheckCard } from './check-card.tsx';
import { ClosesCard } from './closes-card.tsx';
import { closesQuery } from './queries.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';

export function Closes() {
  const t = useMessages(messages);
  const query = usePages(closesQuery());
  const dayText = useDayText();
  const first = query.data?.pages[0];
  const newest = first?.closes[0]?.day;
  return (
    <OperatorsPanel title={t('title')} lead={t('lead')}>
      {first !== undefined && newest !== undefined && newest < first.due && (
        <Note tone="warning" title={t('late.title', { day: dayText(newest) })}>
          {t('late.text', { due: dayText(first.due) })}
        </Note>
      )}
      <CheckCard key={newest} newest={newest} />
      <ClosesCard query={query} />
    </OperatorsPanel>
  );
}
