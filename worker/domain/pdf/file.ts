// A PDF file (ISO 32000-1) of finished pages: objects in a fixed order, nothing compressed, no clock and no random number, so that the
// same pages are the same bytes in every program and at all times.

import { pdfTextString } from './text.ts';

export type PdfFile = {
  readonly title: string;
  readonly author: string;
  /** Of all texts: `pt-BR`. */
  readonly language: string;
  /** The only time in the file, epoch milliseconds. */
  readonly at: number;
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** The content streams, ASCII. */
  readonly pages: readonly string[];
  readonly attachment: PdfAttachment | null;
};

export type PdfAttachment = {
  /** ASCII. */
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly bytes: Uint8Array;
};

/** A4 in points. */
export const PAGE_WIDTH = 595;
export const PAGE_HEIGHT = 842;

/** The last line of every file. */
export const PDF_END = '%%EOF\n';

/** The objects in their order; after them two for each page. */
const [CATALOG, PAGES, REGULAR, BOLD, INFO, FILE_SPEC, FILE] = [1, 2, 3, 4, 5, 6, 7];
const FIRST_PAGE = 8;

export function pdfFile(file: PdfFile): Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  // Four bytes beyond ASCII tell programs that it is no text.
  write('%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n');
  for (const [index, object] of objectsOf(file).entries()) {
    offsets.push(length);
    write(`${index + 1} 0 obj\n`);
    for (const part of object) write(part);
    write('\nendobj\n');
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
  write(
    `trailer\n<< /Size ${offsets.length + 1} /Root ${CATALOG} 0 R /Info ${INFO} 0 R /ID [<${file.id}> <${file.id}>] >>\n`,
  );
  write(`startxref\n${start}\n${PDF_END}`);
  return joined(parts, length);
}

type PdfObject = readonly (string | Uint8Array)[];

function objectsOf({ title, author, language, at, pages, attachment }: PdfFile): readonly PdfObject[] {
  const pageOf = (index: number) => FIRST_PAGE + 2 * index;
  const kids = pages.map((_, index) => `${pageOf(index)} 0 R`).join(' ');
  const font = (name: string): PdfObject => [
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
  ];
  const date = `(D:${new Date(at).toISOString().replaceAll(/\D/gu, '').slice(0, 14)}Z)`;
  const names =
    attachment === null
      ? ''
      : ` /Names << /EmbeddedFiles << /Names [(${attachment.name}) ${FILE_SPEC} 0 R] >> >> /AF [${FILE_SPEC} 0 R]`;
  return [
    [
      `<< /Type /Catalog /Pages ${PAGES} 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >>${names} >>`,
    ],
    [`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`],
    font('Helvetica'),
    font('Helvetica-Bold'),
    [
      `<< /Title ${pdfTextString(title)} /Author ${pdfTextString(author)} /CreationDate ${date} /ModDate ${date} >>`,
    ],
    ...attachmentObjects(attachment),
    ...pages.flatMap((content, index): PdfObject[] => [
      [
        `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents ${pageOf(index) + 1} 0 R`,
        ` /Resources << /Font << /F1 ${REGULAR} 0 R /F2 ${BOLD} 0 R >> >> >>`,
      ],
      stream('', content),
    ]),
  ];
}

/** Without an attachment two free places, so that every object has the number that it always has. */
function attachmentObjects(attachment: PdfAttachment | null): readonly PdfObject[] {
  if (attachment === null) return [['null'], ['null']];
  const { name, type, description, bytes } = attachment;
  return [
    [
      `<< /Type /Filespec /F (${name}) /UF (${name}) /Desc ${pdfTextString(description)} /AFRelationship /Data`,
      ` /EF << /F ${FILE} 0 R /UF ${FILE} 0 R >> >>`,
    ],
    stream(
      `/Type /EmbeddedFile /Subtype /${type.replace('/', '#2F')} /Params << /Size ${bytes.length} >> `,
      bytes,
    ),
  ];
}

function stream(entries: string, content: string | Uint8Array): PdfObject {
  return [`<< ${entries}/Length ${content.length} >>\nstream\n`, content, '\nendstream'];
}

/** Texts have one byte for each character. */
function joined(parts: readonly (string | Uint8Array)[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      for (let index = 0; index < part.length; index += 1) bytes[offset + index] = part.charCodeAt(index);
    } else {
      bytes.set(part, offset);
    }
    offset += part.length;
  }
  return bytes;
}
