// The e-mails to customers: the state of the outbox, its lists, and the actions on a message.

import { Suspense, useState } from 'react';
import { type OutboxRequest, OutboxCard } from './outbox-card.tsx';
import { OutboxStats } from './outbox-stats.tsx';
import { useRefreshOutbox } from './queries.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMailMessages from '#messages/operators-mail.json';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const OutboxConfirmation = lazyPart(() => import('./outbox-confirmation.tsx'), 'OutboxConfirmation');

const identityOf = (request: OutboxRequest | null): string | null => {
  if (request === null) return null;
  return request.what === 'discard' ? request.mail.id : request.ids.join();
};

export function Outbox() {
  const t = useMessages(operatorsMailMessages);
  const [request, setRequest] = useState<OutboxRequest | null>(null);
  const opened = useOpening(request, identityOf(request));
  return (
    <OperatorsPanel title={t('title')} lead={t('lead')} actions={<Refresh onRefresh={useRefreshOutbox()} />}>
      <OutboxStats />
      <OutboxCard onRequest={setRequest} />
      <Suspense fallback={null}>
        {opened !== null && (
          <OutboxConfirmation
            key={opened.number}
            open={opened.open}
            request={opened.value}
            onDone={() => setRequest(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}
