// What /verify says of a statement: as data, or one of its files.

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { statementIn } from '../../../api/record-link.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import verifyMessages from '#messages/verify.json';
import { Row } from '../../../ui/rows.tsx';
import { FileContent } from '../../../../worker/contract/signed-records.ts';
import { StatementContent } from '../../../../worker/contract/statements.ts';
import { contentBytes, type SignedRecord } from '../../../../worker/domain/signed-records.ts';
import { statementNumber } from '../../../../worker/domain/statements.ts';
import { hex, sha256 as sha256Of } from './ed25519.ts';

type Content = SignedRecord['content'];

export function StatementFacts({ content }: { readonly content: Content }) {
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
        <Row label={t('account')}>
          <span className="verify-value">{account}</span>
        </Row>
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
      <Row label={t('account')}>
        <span className="verify-value">{account}</span>
      </Row>
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

function useSha256(content: Content | null): string | null {
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
