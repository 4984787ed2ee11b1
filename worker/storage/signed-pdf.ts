// What the PDF of every signed paper has: its number, whose it is, and the signed record as an attachment. It is part of the signed
// bytes, so that a change is another template of the statement too (STATEMENT_TEMPLATE).

import { pdfOf, type PdfBlock } from '../domain/pdf/document.ts';
import type { Language } from '../domain/settings-rules.ts';
import { fill, type SignedPaper, time } from './statement-words.ts';

type Texts = {
  readonly title: string;
  /** The foot of a page, after the number. */
  readonly warning?: string;
  readonly words: { readonly page: string; readonly attachment: string };
  readonly say: Readonly<Record<'name' | 'number' | 'account' | 'document' | 'dated', string>>;
  /** Beside whose it is. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly blocks: readonly PdfBlock[];
};

/** `record`: what is signed, as a file of this name; null where it is too long for an attachment. */
export function signedPdf(
  { content, number, sha256, holderName, holderNumber }: SignedPaper,
  record: { readonly name: string; readonly text: string | null },
  language: Language,
  { title, warning = '', words, say, facts, blocks }: Texts,
): Uint8Array {
  const known = (label: string, value: string | null) => (value === null ? [] : [[label, value] as const]);
  return pdfOf({
    title: `${title} · ${number}`,
    author: 'Onça',
    language,
    at: Date.parse(content.issuedAt),
    id: sha256.slice(0, 32),
    foot: `Onça · ${number}${warning}`,
    pageNumber: (page, pages) => fill(words.page, { page, pages }),
    attachment:
      record.text === null
        ? null
        : {
            name: record.name,
            type: 'application/json',
            description: words.attachment,
            bytes: new TextEncoder().encode(record.text),
          },
    blocks: [
      { kind: 'small', text: 'Onça' },
      { kind: 'title', text: title },
      {
        kind: 'facts',
        rows: [
          ...known(say.name, holderName),
          ...known(say.number, holderNumber),
          [say.account, content.account],
          [say.document, number],
          [say.dated, `${time(language, content.issuedAt)} UTC`],
          ...facts,
        ],
      },
      ...blocks,
    ],
  });
}

/** Where anybody checks it. */
export function verifyAddress({ origin }: Pick<SignedPaper, 'origin'>, language: Language): string {
  return `${origin}${language === 'en' ? '/en' : ''}/verify`;
}
