// A document of headings, paragraphs, lines of facts, tables and a code, laid out on pages of A4: what a signed paper is made of.
// The order of the text in the file is the order in which it is read, so that it can be searched, copied and read aloud.

import { PAGE_HEIGHT, PAGE_WIDTH, type PdfFile, pdfFile } from './file.ts';
import { type PdfFont, pdfString, printable, textWidth, wrapped } from './text.ts';

export type PdfColumn = {
  readonly head: string;
  /** Its share of the width, beside the shares of the others. */
  readonly share: number;
  readonly align?: 'right';
};

export type PdfBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph' | 'small'; readonly text: string }
  /** A label and its value, line by line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** The head is there again on every page. `sums`: a last line in bold. */
  | {
      readonly kind: 'table';
      readonly columns: readonly PdfColumn[];
      readonly rows: readonly (readonly string[])[];
      readonly sums?: readonly string[];
    }
  /** A QR code, with lines beside it. */
  | {
      readonly kind: 'code';
      readonly modules: readonly (readonly boolean[])[];
      readonly lines: readonly string[];
    };

export type PdfDocument = Omit<PdfFile, 'pages'> & {
  readonly blocks: readonly PdfBlock[];
  /** At the foot of each page, before its number. */
  readonly foot: string;
  readonly pageNumber: (page: number, pages: number) => string;
};

const MARGIN = 48;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const BOTTOM = MARGIN + 24;
const FOOT = 36;

const STYLES = {
  title: { font: 'bold', size: 20, leading: 25, before: 0, after: 4 },
  heading: { font: 'bold', size: 12, leading: 15, before: 16, after: 5 },
  paragraph: { font: 'regular', size: 9.5, leading: 13, before: 3, after: 3 },
  small: { font: 'regular', size: 8, leading: 10.5, before: 2, after: 2 },
} as const satisfies Readonly<Record<string, TextStyle>>;
type TextStyle = {
  readonly font: PdfFont;
  readonly size: number;
  readonly leading: number;
  readonly before: number;
  readonly after: number;
};

const FACT = { size: 9.5, leading: 13, labelWidth: 170 };
const CELL = { size: 7.5, leading: 10, gap: 6, padding: 3 };
const CODE = { module: 2.6, gap: 24 };
/** What follows a heading stays with it: this much room, or the next page. */
const KEPT_TOGETHER = 60;

const [BLACK, GREY, PALE] = [0.1, 0.4, 0.82];

export function pdfOf({ blocks, foot, pageNumber, ...file }: PdfDocument): Uint8Array {
  const sheets = new Sheets();
  for (const block of blocks) draw(sheets, block);
  const footLine = printable(foot);
  const pages = sheets.pages.map((content, index) => {
    const number = printable(pageNumber(index + 1, sheets.pages.length));
    const right = MARGIN + WIDTH - width(number, 'regular', STYLES.small.size);
    return [
      ...content,
      textAt(footLine, MARGIN, FOOT, { font: 'regular', size: STYLES.small.size, grey: GREY }),
      textAt(number, right, FOOT, { font: 'regular', size: STYLES.small.size, grey: GREY }),
    ].join('\n');
  });
  return pdfFile({ ...file, pages });
}

/** The pages so far, and how far down the last one is written. */
class Sheets {
  readonly pages: string[][] = [[]];
  y = PAGE_HEIGHT - MARGIN;

  /** Begins a page where less than this is left; true where it did. */
  needs(height: number): boolean {
    if (this.y - height >= BOTTOM) return false;
    this.pages.push([]);
    this.y = PAGE_HEIGHT - MARGIN;
    return true;
  }

  get isAtTop(): boolean {
    return this.y === PAGE_HEIGHT - MARGIN;
  }

  write(command: string): void {
    this.pages.at(-1)?.push(command);
  }
}

function draw(sheets: Sheets, block: PdfBlock): void {
  switch (block.kind) {
    case 'title':
    case 'heading':
    case 'paragraph':
    case 'small':
      return drawText(sheets, block.text, STYLES[block.kind], block.kind === 'small' ? GREY : BLACK);
    case 'facts':
      for (const row of block.rows) drawFact(sheets, row);
      return;
    case 'table':
      return drawTable(sheets, block);
    case 'code':
      return drawCode(sheets, block);
  }
}

function drawText(sheets: Sheets, text: string, style: TextStyle, grey: number): void {
  const { font, size, leading, before, after } = style;
  if (font === 'bold') sheets.needs(before + leading + KEPT_TOGETHER);
  if (!sheets.isAtTop) sheets.y -= before;
  for (const line of wrapped(text, font, size, WIDTH)) {
    sheets.needs(leading);
    sheets.y -= leading;
    sheets.write(textAt(line, MARGIN, sheets.y, { font, size, grey }));
  }
  sheets.y -= after;
}

function drawFact(sheets: Sheets, [label, value]: readonly [string, string]): void {
  const { size, leading, labelWidth } = FACT;
  const labels = wrapped(label, 'regular', size, labelWidth - CELL.gap);
  const values = wrapped(value, 'regular', size, WIDTH - labelWidth);
  for (let line = 0; line < Math.max(labels.length, values.length); line += 1) {
    sheets.needs(leading);
    sheets.y -= leading;
    const style = { font: 'regular', size } as const;
    sheets.write(textAt(labels[line] ?? '', MARGIN, sheets.y, { ...style, grey: GREY }));
    sheets.write(textAt(values[line] ?? '', MARGIN + labelWidth, sheets.y, { ...style, grey: BLACK }));
  }
}

type Table = Extract<PdfBlock, { kind: 'table' }>;
type Place = { readonly left: number; readonly width: number; readonly right: boolean };

function drawTable(sheets: Sheets, { columns, rows, sums }: Table): void {
  const places = placesOf(columns);
  const head = cellsOf(
    columns.map((column) => column.head),
    places,
    'bold',
  );
  const drawHead = () => drawRow(sheets, head, places, { font: 'bold', grey: GREY });
  sheets.needs(rowHeight(head) + KEPT_TOGETHER);
  drawHead();
  const all = sums === undefined ? rows : [...rows, sums];
  for (const [index, row] of all.entries()) {
    const font = index === rows.length ? 'bold' : 'regular';
    const cells = cellsOf(row, places, font);
    if (sheets.needs(rowHeight(cells))) drawHead();
    drawRow(sheets, cells, places, { font, grey: BLACK });
  }
  sheets.y -= CELL.padding;
}

function placesOf(columns: readonly PdfColumn[]): readonly Place[] {
  const room = WIDTH - CELL.gap * (columns.length - 1);
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let left = MARGIN;
  return columns.map(({ share, align }) => {
    const place = { left, width: (room * share) / shares, right: align === 'right' };
    left += place.width + CELL.gap;
    return place;
  });
}

type Cells = readonly (readonly string[])[];

function cellsOf(row: readonly string[], places: readonly Place[], font: PdfFont): Cells {
  return places.map((place, index) => wrapped(row[index] ?? '', font, CELL.size, place.width));
}

function rowHeight(cells: Cells): number {
  return Math.max(...cells.map((lines) => lines.length)) * CELL.leading + 2 * CELL.padding;
}

function drawRow(
  sheets: Sheets,
  cells: Cells,
  places: readonly Place[],
  { font, grey }: { readonly font: PdfFont; readonly grey: number },
): void {
  const top = sheets.y - CELL.padding;
  for (const [index, place] of places.entries()) {
    for (const [line, text] of (cells[index] ?? []).entries()) {
      if (text === '') continue;
      const shift = place.right ? place.width - width(text, font, CELL.size) : 0;
      const y = top - CELL.leading * (line + 1) + 2;
      sheets.write(textAt(text, place.left + shift, y, { font, size: CELL.size, grey }));
    }
  }
  sheets.y -= rowHeight(cells);
  sheets.write(box(MARGIN, sheets.y, WIDTH, 0.5, PALE));
}

function drawCode(sheets: Sheets, { modules, lines }: Extract<PdfBlock, { kind: 'code' }>): void {
  const side = modules.length * CODE.module;
  const { font, size, leading } = STYLES.small;
  const texts = lines.flatMap((line) => wrapped(line, font, size, WIDTH - side - CODE.gap));
  const height = Math.max(side, texts.length * leading);
  sheets.needs(height + CODE.gap);
  sheets.y -= CODE.gap / 2;
  for (const [row, squares] of modules.entries()) {
    const y = sheets.y - CODE.module * (row + 1);
    // Squares side by side are one box, so that no reader shows a seam between them.
    for (const { from, to } of runsOf(squares)) {
      sheets.write(box(MARGIN + from * CODE.module, y, (to - from) * CODE.module, CODE.module, 0));
    }
  }
  for (const [line, text] of texts.entries()) {
    const y = sheets.y - leading * (line + 1);
    sheets.write(textAt(text, MARGIN + side + CODE.gap, y, { font, size, grey: BLACK }));
  }
  sheets.y -= height + CODE.gap / 2;
}

function runsOf(squares: readonly boolean[]): { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, isBlack] of squares.entries()) {
    const last = runs.at(-1);
    if (isBlack && last?.to === at) last.to = at + 1;
    else if (isBlack) runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

type Look = { readonly font: PdfFont; readonly size: number; readonly grey: number };

function textAt(text: string, x: number, y: number, { font, size, grey }: Look): string {
  const name = font === 'bold' ? 'F2' : 'F1';
  return `BT /${name} ${size} Tf ${grey} g ${points(x)} ${points(y)} Td ${pdfString(text)} Tj ET`;
}

function box(x: number, y: number, across: number, height: number, grey: number): string {
  return `${grey} g ${points(x)} ${points(y)} ${points(across)} ${points(height)} re f`;
}

/** To the hundredth. */
const points = (value: number): string => String(Number(value.toFixed(2)));

const width = (text: string, font: PdfFont, size: number): number => (textWidth(text, font) * size) / 1000;
