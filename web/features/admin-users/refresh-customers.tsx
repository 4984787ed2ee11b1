import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { adminDashboardWords } from '../../i18n/words/admin-dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useReadAnew } from './queries.ts';

export function RefreshCustomers() {
  const t = useWords(adminDashboardWords);
  const readAnew = useReadAnew();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await readAnew();
    setBusy(false);
  };
  return (
    <Button busy={busy} busyLabel={t('refreshing')} onClick={() => void refresh()}>
      <Icon name="refresh" small />
      {t('refresh')}
    </Button>
  );
}
