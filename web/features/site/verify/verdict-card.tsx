// What the check found: genuine, with what it is and says; changed, and what; not ours, and why; or the commands to check by hand.

import { type ReactNode, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import verifyMessages from '#messages/verify.json';
import { Note, type NoteTone } from '../../../ui/note.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { CloseContent, ExportContent, ReceiptContent } from '../../../../worker/contract/signed-records.ts';
import { readQuoteClaims } from '../../../../worker/contract/trades.ts';
import { canonicalJson } from '../../../../worker/domain/canonical-json.ts';
import { leavesOf } from '../../../../worker/domain/signed-records.ts';
import type { Change, Verdict } from './check.ts';
import { CloseFacts } from './close-facts.tsx';
import { commandsFor, keyCommands } from './commands.ts';
import { Commands } from './commands-block.tsx';
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
          <Commands label={t(`domains.${verdict.signed.domain}`)} text={commandsFor(verdict.signed.domain)} />
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
  if (signed.domain === 'close') {
    const read = v.safeParse(CloseContent, content);
    return read.success ? <CloseFacts close={read.output} /> : null;
  }
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
