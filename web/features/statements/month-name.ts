import { useMessages } from '../../i18n/use-messages.ts';
import statementFileMessages from '#messages/statement-file.json';

/** `outubro de 2026`, as the statement's files say it. */
export function useMonthName(): (month: string) => string {
  const t = useMessages(statementFileMessages);
  return (month) => {
    const [year = '', number = ''] = month.split('-');
    return t('monthName', { month: statementFileMessages.months[Number(number) - 1] ?? '', year });
  };
}
