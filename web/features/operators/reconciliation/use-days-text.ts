import messages from '#messages/operators-reconciliation.json';
import { useDayText } from '../../../i18n/use-day-text.ts';
import { useMessages } from '../../../i18n/use-messages.ts';

/** The days that a file is about; of most files it is one. */
export function useDaysText(): (file: { readonly fromDay: string; readonly toDay: string }) => string {
  const t = useMessages(messages);
  const dayText = useDayText();
  return ({ fromDay, toDay }) =>
    fromDay === toDay ? dayText(fromDay) : t('overview.days', { from: dayText(fromDay), to: dayText(toDay) });
}
