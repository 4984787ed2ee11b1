// The queue of identities. The open one is in the URL, so that Back closes it and a link to it can be sent.

import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-identities.json';
import titles from '#messages/titles.json';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { OperatorsPanel } from '../frame/panel.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { useRefreshIdentities } from './queries.ts';
import { presentQuery } from '../../../ui/present-query.ts';

const IdentityDialog = lazy(async () => ({
  default: (await import('./identity-dialog.tsx')).IdentityDialog,
}));

const PARAMETER = 'identity';

export function Identities() {
  const t = useMessages(messages);
  const [address, setAddress] = useSearchParams();
  const shown = address.get(PARAMETER);
  const opened = useOpening(shown, shown);
  const go = (id: string | null) => {
    const next = presentQuery();
    if (id === null) next.delete(PARAMETER);
    else next.set(PARAMETER, id);
    setAddress(next, { replace: id === null, preventScrollReset: true });
  };
  return (
    <OperatorsPanel title={titles.identities.title} lead={t('lead')} actions={<Refresh />}>
      <IdentitiesCard onView={go} />
      <Suspense fallback={null}>
        {opened !== null && (
          <IdentityDialog
            key={opened.number}
            open={opened.open}
            userId={opened.value}
            onClose={() => go(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}

function Refresh() {
  const t = useMessages(messages);
  return (
    <RefreshButton busyLabel={t('list.refreshing')} onRefresh={useRefreshIdentities()}>
      {t('list.refresh')}
    </RefreshButton>
  );
}
