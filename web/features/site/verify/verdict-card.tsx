// What the check found: genuine, with what it is and says; changed, and what; not ours, and why; or the commands to check by hand.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import verifyMessages from '#messages/verify.json';
import { Note, type NoteTone } from '../../../ui/note.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { ExportContent, FileContent, ReceiptContent } from '../../../../worker/contract/signed-records.ts';
import { StatementContent } from '../../../../worker/contract/statements.ts';
import { readQuoteClaims } from '../../../../worker/contract/trades.ts';
import { canonicalJson } from '../../../../worker/domain/canonical-json.ts';
import { contentBytes, leavesOf } from '../../../../worker/domain/signed-records.ts';
import { statementNumber } from '../../../../worker/domain/statements.ts';
import { statementIn } from '../../../api/record-link.ts';
import type { Change, Verdict } from './check.ts';
import { commandsFor, keyCommands } from './commands.ts';
import { Commands } from './commands-block.tsx';
import { hex, sha256 as sha256Of } from './ed25519.ts';
import type { Checked } from './use-check.ts';

const TONES: Readonly<Record<Verdict['verdict'], NoteTone>> = {
  genuine: 'success',
  changed: 'error',
  'not-ours': 'error',
  'by-hand': 'warning',
};
/** Enough to see what is going on; a hostile file may have thousands. */
const SHOWN_CHANGES = 20;
const SHOWN_VALUES = 300;

export function VerdictCard({ verdict, name }: Checked) {
  const t = useMessages(verifyMessages);
  const { verdict: kind } = verdict;
  const card = useRef<HTMLElement>(null);
  // Below the form on a phone: the answer comes into view, as far as it has to.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={card} className="verify-verdict stack" data-verdict={kind}>
      <Note tone={TONES[kind]} title={t(`verdict.${kind}.title`)}>
        {kind === 'not-ours' ? t(`verdict.why.${verdict.why}`) : t(`verdict.${kind}.text`)}
      </Note>
      {name !== null && <p className="small quiet verify-value">{name}</p>}
      {verdict.verdict === 'changed' && <Changes changes={verdict.changes} />}
      {verdict.verdict === 'genuine' && <Facts of={verdict} />}
      {verdict.verdict === 'by-hand' && (
        <>
          <Commands label={t('hand.key')} text={keyCommands(verdict.key)} />
          <Commands
            label={t(`domains.${verdict.signed.domain}`)}
            text={commandsFor(verdict.signed.domain, verdict.signed.format)}
          />
        </>
      )}
    </section>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const t = useMessages(verifyMessages.verdict);
  const beyond = changes.length - SHOWN_CHANGES;
  const words = (change: Change): string => {
    if ('path' in change) return t('changes.value', { path: change.path });
    return 'name' in change
      ? t(`changes.${change.what}`, { name: change.name })
      : t(`changes.${change.what}`);
  };
  return (
    <ul className="verify-changes">
      {changes.slice(0, SHOWN_CHANGES).map((change) => (
        <li key={words(change)} className="verify-value">
          {words(change)}
        </li>
      ))}
      {beyond > 0 && <li>{t(beyond === 1 ? 'more.one' : 'more.other', { count: beyond })}</li>}
    </ul>
  );
}

type Genuine = Extract<Verdict, { verdict: 'genuine' }>;

function Facts({ of }: { readonly of: Genuine }) {
  const t = useMessages(verifyMessages);
  const f = useFormat();
  const { signed, key, issuedAt, content } = of;
  const day = (at: string) => f.dateTime(at, 'dayMonthYear');
  const lines = leavesOf(content, '');
  const beyond = lines.length - SHOWN_VALUES;
  return (
    <>
      <Rows>
        <Row label={t('facts.what')}>{t(`domains.${signed.domain}`)}</Row>
        <OwnFacts of={of} />
        <Row label={t('facts.issuedAt')}>{f.dateTime(issuedAt, 'stamp')}</Row>
        <Row label={t('facts.key')}>
          {key.retiredAt === null
            ? t('facts.since', { kid: key.kid, from: day(key.notBefore) })
            : t('facts.until', { kid: key.kid, from: day(key.notBefore), to: day(key.retiredAt) })}
        </Row>
      </Rows>
      <details className="verify-all">
        <summary>{t('facts.all')}</summary>
        <ul className="verify-lines tiny" aria-label={t('facts.names')}>
          {lines.slice(0, SHOWN_VALUES).map(({ path, value }) => (
            <li key={path}>
              <code>{path}</code> <span className="verify-value">{canonicalJson(value)}</span>
            </li>
          ))}
          {beyond > 0 && (
            <li>{t(beyond === 1 ? 'facts.more.one' : 'facts.more.other', { count: beyond })}</li>
          )}
        </ul>
      </details>
    </>
  );
}

/** The lines of the documents that this page knows; of others, everything stands below. */
function OwnFacts({ of: { signed, content } }: { readonly of: Genuine }): ReactNode {
  const t = useMessages(verifyMessages.facts);
  const f = useFormat();
  if (signed.domain === 'receipt') {
    const read = v.safeParse(ReceiptContent, content);
    if (!read.success) return null;
    const { transaction, account } = read.output;
    return <OrderFacts {...transaction} account={account} />;
  }
  if (signed.domain === 'quote') {
    const claims = readQuoteClaims(content);
    if (claims === null) return null;
    return (
      <>
        <OrderFacts {...claims} type={claims.side} account={claims.sub} />
        <Row label={t('good')}>{f.dateTime(claims.expiresAt, 'stamp')}</Row>
      </>
    );
  }
  if (signed.domain === 'statement') return <StatementFacts content={content} />;
  if (signed.domain === 'export') {
    const read = v.safeParse(ExportContent, content);
    if (!read.success) return null;
    return (
      <>
        <Row label={t('files')}>{f.integer(read.output.files.length)}</Row>
        <AccountRow id={read.output.account} />
      </>
    );
  }
  return null;
}

/** A statement as data, or one of its files. */
function StatementFacts({ content }: { readonly content: Genuine['content'] }) {
  const t = useMessages(verifyMessages.facts);
  const f = useFormat();
  const file = v.safeParse(FileContent, content);
  const statement = v.safeParse(StatementContent, content);
  const sha256 = useSha256(statement.success ? content : null);
  if (file.success) {
    const { document, contentSha256, account } = file.output;
    return (
      <>
        <Row label={t('document')}>{document}</Row>
        <PaperRow sha256={contentSha256} />
        <AccountRow id={account} />
      </>
    );
  }
  if (!statement.success) return null;
  const { account, month, movements, closing } = statement.output;
  return (
    <>
      {sha256 !== null && (
        <>
          <Row label={t('document')}>{statementNumber(month, sha256)}</Row>
          <PaperRow sha256={sha256} />
        </>
      )}
      <Row label={t('movements')}>{f.integer(movements.length)}</Row>
      <Row label={t('cash')}>{f.money(closing.cashCents)}</Row>
      <Row label={t('gold')}>{f.weight(closing.goldE4)}</Row>
      <Row label={t('silver')}>{f.weight(closing.silverE4)}</Row>
      <AccountRow id={account} />
    </>
  );
}

/** Whether it is the statement whose code led here. */
function PaperRow({ sha256 }: { readonly sha256: string }) {
  const t = useMessages(verifyMessages.facts);
  const paper = statementIn(useLocation().hash);
  if (paper === null) return null;
  return <Row label={t('paper')}>{t(paper === sha256 ? 'paperSame' : 'paperOther')}</Row>;
}

function useSha256(content: Genuine['content'] | null): string | null {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    if (content !== null) {
      void sha256Of(contentBytes(content)).then((bytes) => current && setHash(hex(bytes)));
    }
    return () => {
      current = false;
    };
  }, [content]);
  return hash;
}

type OrderFactsProps = Pick<
  ReceiptContent['transaction'],
  'type' | 'metal' | 'ouncesE4' | 'priceCents' | 'totalCents'
> & { readonly account: string };

/** In dollars alone, as they were signed. */
function OrderFacts({ type, metal, ouncesE4, priceCents, totalCents, account }: OrderFactsProps) {
  const t = useMessages(verifyMessages.facts);
  const common = useMessages(commonMessages);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  const order =
    metal === null ? words(`types.${type}`) : `${words(`types.${type}`)}, ${common(`metals.${metal}`)}`;
  return (
    <>
      <Row label={t('order')}>{order}</Row>
      {ouncesE4 !== null && <Row label={t('weight')}>{f.weight(ouncesE4)}</Row>}
      {priceCents !== null && <Row label={t('price')}>{f.money(priceCents)}</Row>}
      <Row label={t('total')}>{f.money(totalCents)}</Row>
      <AccountRow id={account} />
    </>
  );
}

function AccountRow({ id }: { readonly id: string }) {
  const t = useMessages(verifyMessages.facts);
  return (
    <Row label={t('account')}>
      <span className="verify-value">{id}</span>
    </Row>
  );
}
