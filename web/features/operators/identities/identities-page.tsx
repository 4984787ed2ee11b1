// The queue of identities. The open one is in the URL, so that Back closes it and a link to it can be sent.

import { Suspense } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-identities.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { IdentitiesCard } from './identities-card.tsx';
import { useRefreshIdentities } from './queries.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const IdentityDialog = lazyPart(() => import('./identity-dialog.tsx'), 'IdentityDialog');

export function Identities() {
  const t = useMessages(messages);
  const [opened, go] = useOpened('identity');
  return (
    <OperatorsPanel
      title={titles.identities.title}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshIdentities()} />}
    >
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
