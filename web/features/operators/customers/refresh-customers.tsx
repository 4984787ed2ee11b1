import { useWords } from '../../../i18n/use-words.ts';
import { adminDashboardWords } from '../../../i18n/words/admin-dashboard.ts';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useReadAnew } from './queries.ts';

export function RefreshCustomers() {
  const t = useWords(adminDashboardWords);
  return (
    <RefreshButton busyLabel={t('refreshing')} onRefresh={useReadAnew()}>
      {t('refresh')}
    </RefreshButton>
  );
}
