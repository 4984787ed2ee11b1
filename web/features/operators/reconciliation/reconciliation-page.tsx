// Files of the gateway and the banks against the books: handing one in, what each source last said, and the breaks.

import { Suspense, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import titles from '#messages/titles.json';
import type { BankBreak } from '../../../../worker/contract/operators/reconciliation.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { BreaksCard } from './breaks-card.tsx';
import { type AskedOfFile, FilesCard, type ListedFile } from './files-card.tsx';
import { LoadCard } from './load-card.tsx';
import { useRefreshReconciliation } from './queries.ts';
import { SourcesCard } from './sources-card.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ResolveConfirmation = lazyPart(() => import('./resolve-confirmation.tsx'), 'ResolveConfirmation');

const SetAsideConfirmation = lazyPart(() => import('./set-aside-confirmation.tsx'), 'SetAsideConfirmation');
const FileDialog = lazyPart(() => import('./file-dialog.tsx'), 'FileDialog');

export function Reconciliation() {
  const t = useMessages(messages);
  const [resolving, setResolving] = useState<BankBreak | null>(null);
  const [asked, setAsked] = useState<AskedOfFile | null>(null);
  const asking = useOpening(asked, asked === null ? null : asked.file.id + asked.how);
  const [file, setFile] = useState<ListedFile | null>(null);
  const viewing = useOpening(file, file?.id ?? null);
  const opened = useOpening(resolving, resolving?.id ?? null);
  return (
    <OperatorsPanel
      title={titles.reconciliation.title}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshReconciliation()} />}
    >
      <Allowed to="reconciliation.change">
        <LoadCard />
      </Allowed>
      <SourcesCard />
      <FilesCard onView={setFile} onAsk={setAsked} />
      <BreaksCard onResolve={setResolving} />
      <Suspense fallback={null}>
        {opened !== null && (
          <ResolveConfirmation
            key={opened.number}
            open={opened.open}
            of={opened.value}
            onDone={() => setResolving(null)}
          />
        )}
        {asking !== null && (
          <SetAsideConfirmation
            key={asking.number}
            open={asking.open}
            of={asking.value}
            onDone={() => setAsked(null)}
          />
        )}
        {viewing !== null && (
          <FileDialog
            key={viewing.number}
            open={viewing.open}
            file={viewing.value}
            onClose={() => setFile(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}
