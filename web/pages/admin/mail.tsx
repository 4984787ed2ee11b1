// E-mails to customers: how the outbox is, its lists, and what operators may do to a message.

import { lazy, Suspense, useState } from 'react';
import { type OutboxAsk, OutboxCard } from '../../features/operators/mail/outbox-card.tsx';
import { OutboxFigures } from '../../features/operators/mail/outbox-figures.tsx';
import { useReadOutboxAgain } from '../../features/operators/mail/queries.ts';
import { useOpening } from '../../features/trading/use-opening.ts';
import { useWords } from '../../i18n/use-words.ts';
import { adminMailWords } from '../../i18n/words/admin-mail.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';

export const meta = hiddenPageMeta(adminMailWords);

const OutboxQuestion = lazy(async () => ({
  default: (await import('../../features/operators/mail/outbox-question.tsx')).OutboxQuestion,
}));

const identityOf = (ask: OutboxAsk | null): string | null => {
  if (ask === null) return null;
  return ask.what === 'discard' ? ask.mail.id : ask.ids.join();
};

export default function AdminMailPage() {
  const t = useWords(adminMailWords);
  const [asked, setAsked] = useState<OutboxAsk | null>(null);
  const opened = useOpening(asked, identityOf(asked));
  return (
    <AdminPanel title={t('title')} lead={t('lead')} actions={<Refresh />}>
      <OutboxFigures />
      <OutboxCard onAsk={setAsked} />
      <Suspense fallback={null}>
        {opened !== null && (
          <OutboxQuestion
            key={opened.number}
            open={opened.open}
            ask={opened.value}
            onDone={() => setAsked(null)}
          />
        )}
      </Suspense>
    </AdminPanel>
  );
}

function Refresh() {
  const t = useWords(adminMailWords);
  return (
    <RefreshButton busyLabel={t('refreshing')} onRefresh={useReadOutboxAgain()}>
      {t('refresh')}
    </RefreshButton>
  );
}
