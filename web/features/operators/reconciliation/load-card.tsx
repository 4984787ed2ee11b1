// Handing in a file: which account it is of, the file, and what came of it.

import { useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import { ProblemError } from '../../../api/problem-error.ts';
import type { BankFileLoaded } from '../../../../worker/contract/operators/reconciliation.ts';
import { BANK_SOURCE_NAMES, BANK_SOURCES, type BankSource } from '../../../../worker/domain/bank-files.ts';
import { BREAK_KINDS } from '../../../../worker/domain/reconciliation.ts';
import { Card } from '../../../ui/card.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { useLoadFile } from './queries.ts';

export function LoadCard() {
  const t = useMessages(messages);
  const [source, setSource] = useState<BankSource>('dollars');
  const load = useLoadFile();
  const { columns, delimiter } = BANK_SOURCES[source].csv;
  const choose = ([file]: readonly File[]) => {
    if (file !== undefined && !load.isPending) load.mutate({ source, file });
  };
  return (
    <Card title={t('load.title')} padded>
      <div className="stack">
        <Select
          label={t('load.source')}
          hint={t('load.columns', { columns: Object.values(columns).join(delimiter) })}
          value={source}
          options={BANK_SOURCE_NAMES.map((value) => ({ value, label: t(`sources.${value}`) }))}
          onChange={setSource}
        />
        <DropZone
          label={t(load.isPending ? 'load.busy' : 'load.choose')}
          hint={t('load.hint')}
          accept=".csv,.ofx,text/csv,application/x-ofx"
          multiple={false}
          onFiles={choose}
        />
        <div className="stack-close" aria-live="polite">
          {load.error !== null && <Failure error={load.error} />}
          {load.data !== undefined && !load.isPending && load.error === null && (
            <Outcome loaded={load.data} />
          )}
        </div>
      </div>
    </Card>
  );
}

/** What is wrong with the file, and where. */
function Failure({ error }: { readonly error: Error }) {
  const t = useMessages(messages.faults);
  const { fault, line } = error instanceof ProblemError ? error.problem : {};
  return (
    <>
      <ProblemNotice error={error} />
      {fault !== undefined && (
        <p className="small">
          {typeof line === 'number' ? t('inLine', { line, fault: t(fault) }) : t(fault)}
        </p>
      )}
    </>
  );
}

function Outcome({ loaded }: { readonly loaded: BankFileLoaded }) {
  const { file, matched, closed, breaks, balance } = loaded;
  const t = useMessages(messages);
  const f = useFormat();
  const found = BREAK_KINDS.filter((kind) => breaks[kind] > 0);
  const n = f.integer(file.lines);
  return (
    <Note tone={found.length === 0 ? 'success' : 'warning'} title={t.count('load.done', file.lines, { n })}>
      {[
        t('load.matched', { matched: f.integer(matched), repeated: f.integer(file.repeated) }),
        ...(closed === 0 ? [] : [t.count('load.closed', closed, { n: f.integer(closed) })]),
        ...found.map((kind) => `${t(`kinds.${kind}`)}: ${f.integer(breaks[kind])}.`),
        // What does not add up is among the breaks.
        ...(balance === 'compared' && breaks['balance-differs'] > 0 ? [] : [t(`load.balance.${balance}`)]),
      ].join(' ')}
    </Note>
  );
}
