// The statement of a month as a page: the accessible one, and the one to print. It says what the files say.

import { usePages } from '../../api/paged.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import statementFileMessages from '#messages/statement-file.json';
import statementsMessages from '#messages/statements.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/data-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { StatementView } from '../../../worker/contract/statements.ts';
import { FileButtons } from './file-buttons.tsx';
import { useMonthName } from './month-name.ts';
import { BalancesTable, MovementsTable, StorageTable, UncreditedTable } from './paper-tables.tsx';
import { OWN_STATEMENTS, statementQuery, type StatementsSource } from './sources.ts';
import { isRefusal } from '../../api/problem-error.ts';
import '../../styles/statements.css';

type StatementPaperProps = {
  readonly month: string;
  readonly source?: StatementsSource;
};

export function StatementPaper({ month, source = OWN_STATEMENTS }: StatementPaperProps) {
  const t = useMessages(statementsMessages.paper);
  const words = useMessages(statementFileMessages);
  const query = usePages(statementQuery(source, month));
  const [first] = query.data?.pages ?? [];
  if (first === undefined) {
    if (!query.isError) return <Loading />;
    return (
      <Card>
        {isRefusal(query.error) && query.error.problem.code === 'NotFound' ? (
          <EmptyState title={t('missing.title')}>{t('missing.text')}</EmptyState>
        ) : (
          <ErrorState
            title={t('error.title')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            {t('error.text')}
          </ErrorState>
        )}
      </Card>
    );
  }
  const movements = query.data?.pages.flatMap((page) => page.movements) ?? [];
  return (
    <article className="statement stack">
      {first.signed === null && (
        <Note tone="warning" title={t('preview.title')}>
          {t('preview.text')}
        </Note>
      )}
      <Facts of={first} />
      <Card title={words('ends.title')}>
        <BalancesTable opening={first.opening} closing={first.closing} />
        <BalanceNotes of={first} />
      </Card>
      <Card title={words('movements.title')}>
        <MovementsTable movements={movements} />
        {query.hasNextPage && (
          <div className="statement-more">
            <p className="small quiet">{t('shown', { n: movements.length, total: first.total })}</p>
            <Button
              busy={query.isFetchingNextPage}
              busyLabel={t('more')}
              onClick={() => void query.fetchNextPage()}
            >
              {t('more')}
            </Button>
          </div>
        )}
        <Sums of={first} />
      </Card>
      {first.uncredited.length > 0 && <UncreditedTable deposits={first.uncredited} />}
      {first.storageDays.length > 0 && <StorageTable days={first.storageDays} />}
      <Check of={first} source={source} />
    </article>
  );
}

function Facts({ of }: { readonly of: StatementView }) {
  const t = useMessages(statementFileMessages);
  const f = useFormat();
  const { holder, signed, issuedAt, account, seqFrom, seqTo } = of;
  return (
    <Card padded>
      <Rows>
        {holder.name !== null && <Row label={t('holder.name')}>{holder.name}</Row>}
        {holder.number !== null && <Row label={t('holder.number')}>{holder.number}</Row>}
        <Row label={t('holder.account')}>{account}</Row>
        {signed !== null && <Row label={t('holder.document')}>{signed.number}</Row>}
        {issuedAt !== null && (
          <Row label={t('holder.dated')}>{f.dateTime(issuedAt, 'minute', 'UTC')} UTC</Row>
        )}
        <Row label={t('holder.period')}>{t('holder.periodValue', { from: seqFrom, to: seqTo })}</Row>
      </Rows>
      <p className="small quiet statement-units">{t('currency')}</p>
    </Card>
  );
}

function BalanceNotes({ of: { opening, closing } }: { readonly of: StatementView }) {
  const t = useMessages(statementFileMessages.ends);
  const isSimulated = [opening, closing].some(({ priceKind }) => priceKind === 'simulated');
  const hasSilver = opening.silverE4 > 0 || closing.silverE4 > 0;
  if (!isSimulated && !hasSilver) return null;
  return (
    <p className="statement-notes small quiet">
      {isSimulated && t('simulated')} {hasSilver && t('bonus')}
    </p>
  );
}

function Sums({ of: { total, feesCents, realisedGainCents } }: { readonly of: StatementView }) {
  const t = useMessages(statementFileMessages);
  const f = useFormat();
  if (total === 0) return null;
  return (
    <div className="statement-sums">
      <Rows>
        <Row label={t('sums.fees')}>{f.money(feesCents)}</Row>
        <Row label={t('sums.gain')}>{f.money(realisedGainCents)}</Row>
      </Rows>
    </div>
  );
}

function Check({ of, source }: { readonly of: StatementView; readonly source: StatementsSource }) {
  const t = useMessages(statementsMessages.paper);
  const words = useMessages(statementFileMessages);
  const nameOf = useMonthName();
  const { signed, previous, month, formats } = of;
  return (
    <Card title={t('files')} padded className="statement-check">
      <div className="stack">
        <div className="statement-actions">
          {signed !== null && (
            <FileButtons source={source} month={month} name={nameOf(month)} formats={formats} />
          )}
          <Button size="small" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
        {signed !== null && !formats.includes('pdf') && <p className="small quiet">{t('tooLong')}</p>}
        {signed === null ? (
          <p className="small muted">{t('preview.files')}</p>
        ) : (
          <>
            <p className="small muted">
              {t('signed')}{' '}
              <Link to="/verify" className="link">
                {t('check')}
              </Link>
            </p>
            <dl className="statement-hashes tiny">
              <dt>{words('holder.hash')}</dt>
              <dd>
                <code>{signed.sha256}</code>
              </dd>
              <dt>{words('holder.previous')}</dt>
              <dd>{previous === null ? words('holder.first') : <code>{previous}</code>}</dd>
              <dt>{words('holder.key')}</dt>
              <dd>
                <code>{signed.kid}</code>
              </dd>
            </dl>
          </>
        )}
      </div>
    </Card>
  );
}

function Loading() {
  return (
    <div className="statement stack" aria-busy="true">
      {[1, 2, 3].map((card) => (
        <Card key={card} padded>
          <Skeleton shape="line" />
          <Skeleton shape="block" />
        </Card>
      ))}
    </div>
  );
}
