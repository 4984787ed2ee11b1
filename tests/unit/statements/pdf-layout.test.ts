// What stands where in our PDF files, to the hundredth of a point, and byte by byte what a file is made of.

import { describe, expect, test } from 'vitest';
import { type PdfBlock, pdfOf } from '../../../worker/domain/pdf/document.ts';
import { pdfFile } from '../../../worker/domain/pdf/file.ts';
import { pdfString, pdfTextString, printable, textWidth, wrapped } from '../../../worker/domain/pdf/text.ts';

const FILE = {
  title: 'é',
  author: 'A',
  language: 'en',
  at: Date.UTC(2026, 10, 1, 2, 3, 4, 5),
  id: '0123456789abcdef0123456789abcdef',
  attachment: null,
} as const;
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** The commands of each page, without the two lines of its foot. */
function pagesOf(...blocks: readonly PdfBlock[]): string[][] {
  const text = latin1(pdfOf({ ...FILE, blocks, foot: 'foot', pageNumber: (page, all) => `${page}/${all}` }));
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/gu)].map(([, content = '']) =>
    content.split('\n').slice(0, -2),
  );
}
const regular = (size: number, grey: number, at: string, text: string) =>
  `BT /F1 ${size} Tf ${grey} g ${at} Td (${text}) Tj ET`;
const bold = (size: number, grey: number, at: string, text: string) =>
  `BT /F2 ${size} Tf ${grey} g ${at} Td (${text}) Tj ET`;

const M10 = 'm'.repeat(10);
/** Lines of 10.5 points and two below, then rows of 13: from 794 down to any height above 72. */
const downBy = (lines: number, rows: number): readonly PdfBlock[] => [
  { kind: 'small', text: Array.from({ length: lines }, () => 's').join('\n') },
  { kind: 'facts', rows: Array.from({ length: rows }, () => ['l', 'v'] as const) },
];

describe('texts', () => {
  test('each kind has its font, its grey and its room, and the first of a page none above it', () => {
    expect(
      pagesOf(
        { kind: 'title', text: 'Title' },
        { kind: 'heading', text: 'Heading' },
        { kind: 'paragraph', text: 'Paragraph' },
        { kind: 'small', text: 'Small' },
        { kind: 'paragraph', text: 'Last' },
      ),
    ).toEqual([
      [
        bold(20, 0.1, '48 769', 'Title'),
        bold(12, 0.1, '48 734', 'Heading'),
        regular(9.5, 0.1, '48 713', 'Paragraph'),
        regular(8, 0.4, '48 697.5', 'Small'),
        regular(9.5, 0.1, '48 679.5', 'Last'),
      ],
    ]);
  });

  test('the foot of each page has its number at the right', () => {
    const text = latin1(
      pdfOf({
        ...FILE,
        blocks: [{ kind: 'paragraph', text: Array.from({ length: 56 }, () => 'x').join('\n') }],
        foot: 'fũt',
        pageNumber: (page, all) => `ñ${page}/${all}`,
      }),
    );
    const feet = [...text.matchAll(/\n(.*)\n(.*)\nendstream/gu)].map(([, left, right]) => [left, right]);
    // Two digits, a stroke and an ñ are 1.946 of the size.
    expect(feet).toEqual([
      [regular(8, 0.4, '48 36', 'fut'), regular(8, 0.4, '531.43 36', '\\3611/2')],
      [regular(8, 0.4, '48 36', 'fut'), regular(8, 0.4, '531.43 36', '\\3612/2')],
    ]);
  });

  test('a paragraph goes on on the next page', () => {
    const lines = Array.from({ length: 58 }, (_, index) => `${index}`);
    const [first, second] = pagesOf({ kind: 'paragraph', text: lines.join('\n') });
    expect([first?.length, first?.at(-1)]).toEqual([55, regular(9.5, 0.1, '48 79', '54')]);
    expect(second).toEqual([
      regular(9.5, 0.1, '48 781', '55'),
      regular(9.5, 0.1, '48 768', '56'),
      regular(9.5, 0.1, '48 755', '57'),
    ]);
  });

  test.each([
    ['a heading where 91 points are left', 29, 'heading', [bold(12, 0.1, '48 132', 'T')]],
    ['no heading where less is left', 30, 'heading', [bold(12, 0.1, '48 779', 'T')]],
    ['no title where less than 85 are left', 30, 'title', [bold(20, 0.1, '48 769', 'T')]],
    ['a paragraph where 65 are left', 31, 'paragraph', [regular(9.5, 0.1, '48 121', 'T')]],
  ] as const)('the page still takes %s', (_what, rows, kind, last) => {
    expect(
      pagesOf(...downBy(24, rows), { kind, text: 'T' })
        .at(-1)
        ?.slice(-1),
    ).toEqual(last);
  });
});

describe('facts', () => {
  test('stand beside their labels, as many lines as the longer of both has', () => {
    const label = `${M10} ${M10}m`;
    const value = `${M10} ${M10} ${M10} ${M10}m 2`;
    expect(
      pagesOf({
        kind: 'facts',
        rows: [
          ['Label', 'Value'],
          [label, 'v'],
          [`${M10} ${M10}`, value],
        ],
      }),
    ).toEqual([
      [
        regular(9.5, 0.4, '48 781', 'Label'),
        regular(9.5, 0.1, '218 781', 'Value'),
        regular(9.5, 0.4, '48 768', M10),
        regular(9.5, 0.1, '218 768', 'v'),
        regular(9.5, 0.4, '48 755', `${M10}m`),
        regular(9.5, 0.1, '218 755', ''),
        regular(9.5, 0.4, '48 742', `${M10} ${M10}`),
        regular(9.5, 0.1, '218 742', `${M10} ${M10} ${M10}`),
        regular(9.5, 0.4, '48 729', ''),
        regular(9.5, 0.1, '218 729', `${M10}m 2`),
      ],
    ]);
  });

  test('fill a page to the last point', () => {
    const [first, second] = pagesOf(...downBy(24, 37));
    expect([first?.length, first?.at(-1)]).toEqual([24 + 72, regular(9.5, 0.1, '218 72', 'v')]);
    expect(second).toEqual([regular(9.5, 0.4, '48 781', 'l'), regular(9.5, 0.1, '218 781', 'v')]);
  });
});

describe('a table', () => {
  const COLUMNS = [
    { head: 'A', share: 1 },
    { head: '1', share: 3, align: 'right' },
  ] as const;
  const rule = (y: number) => `0.82 g 48 ${y} 499 0.5 re f`;

  test('has its head, its rows with a rule below each, and its sums in bold', () => {
    expect(
      pagesOf(
        {
          kind: 'table',
          columns: COLUMNS,
          rows: [['x', '2'], [`${M10} ${M10}`, '3'], ['y']],
          sums: ['s', '4'],
        },
        { kind: 'paragraph', text: 'after' },
      ),
    ).toEqual([
      [
        bold(7.5, 0.4, '48 783', 'A'),
        bold(7.5, 0.4, '542.83 783', '1'),
        rule(778),
        regular(7.5, 0.1, '48 767', 'x'),
        regular(7.5, 0.1, '542.83 767', '2'),
        rule(762),
        regular(7.5, 0.1, '48 751', M10),
        regular(7.5, 0.1, '48 741', M10),
        regular(7.5, 0.1, '542.83 751', '3'),
        rule(736),
        regular(7.5, 0.1, '48 725', 'y'),
        rule(720),
        bold(7.5, 0.1, '48 709', 's'),
        bold(7.5, 0.1, '542.83 709', '4'),
        rule(704),
        regular(9.5, 0.1, '48 685', 'after'),
      ],
    ]);
  });

  test('without sums has none in bold, and its head again on each page', () => {
    const rows = Array.from({ length: 46 }, (_, index) => [`${index}`]);
    const [first, second] = pagesOf({ kind: 'table', columns: [{ head: 'A', share: 1 }], rows });
    expect(first?.slice(-2)).toEqual([regular(7.5, 0.1, '48 79', '43'), rule(74)]);
    expect(second).toEqual([
      bold(7.5, 0.4, '48 783', 'A'),
      rule(778),
      regular(7.5, 0.1, '48 767', '44'),
      rule(762),
      regular(7.5, 0.1, '48 751', '45'),
      rule(746),
    ]);
  });

  test.each([
    [30, '139'],
    [31, '783'],
  ])('begins where 76 points are left: after %i rows at %s', (rows, y) => {
    const table: PdfBlock = { kind: 'table', columns: [{ head: 'A', share: 1 }], rows: [] };
    expect(
      pagesOf(...downBy(24, rows), table)
        .at(-1)
        ?.at(-2),
    ).toBe(bold(7.5, 0.4, `48 ${y}`, 'A'));
  });
});

describe('a code', () => {
  const MODULES = [
    [true, true, false, true],
    [false, false, true, false],
    [false, false, false, false],
    [true, true, true, true],
  ];

  test('has a box for each row of squares side by side, and its lines beside it', () => {
    expect(
      pagesOf(
        { kind: 'code', modules: MODULES, lines: ['one', 'two'] },
        { kind: 'paragraph', text: 'after' },
      ),
    ).toEqual([
      [
        '0 g 48 779.4 5.2 2.6 re f',
        '0 g 55.8 779.4 2.6 2.6 re f',
        '0 g 53.2 776.8 2.6 2.6 re f',
        '0 g 48 771.6 10.4 2.6 re f',
        regular(8, 0.1, '82.4 771.5', 'one'),
        regular(8, 0.1, '82.4 761', 'two'),
        regular(9.5, 0.1, '48 733', 'after'),
      ],
    ]);
  });

  test('that is higher than its lines has its own height, and lines that are too long are two', () => {
    const empty = Array.from({ length: 10 }, () => [false]);
    const line = Array.from({ length: 7 }, () => M10).join(' ');
    expect(
      pagesOf({ kind: 'code', modules: empty, lines: [line] }, { kind: 'paragraph', text: 'after' }),
    ).toEqual([
      [
        regular(8, 0.1, '98 771.5', line.slice(0, -11)),
        regular(8, 0.1, '98 761', M10),
        regular(9.5, 0.1, '48 728', 'after'),
      ],
    ]);
  });

  test.each([
    [33, '88.5'],
    [34, '771.5'],
  ])('begins where its height and 24 points are left: after %i rows at %s', (rows, y) => {
    const code: PdfBlock = { kind: 'code', modules: [[true]], lines: ['L'] };
    expect(
      pagesOf(...downBy(24, rows), code)
        .at(-1)
        ?.at(-1),
    ).toBe(regular(8, 0.1, `74.6 ${y}`, 'L'));
  });
});

describe('a file', () => {
  const PAGE = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>\nendobj\n';

  test('is its objects, where each begins, and what leads to them', () => {
    expect(latin1(pdfFile({ ...FILE, pages: ['one', 'three'] }))).toBe(
      `%PDF-1.7
%âãÏÓ
1 0 obj
<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>
endobj
2 0 obj
<< /Type /Pages /Kids [8 0 R 10 0 R] /Count 2 >>
endobj
3 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>
endobj
4 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>
endobj
5 0 obj
<< /Title <FEFF00E9> /Author <FEFF0041> /CreationDate (D:20261101020304Z) /ModDate (D:20261101020304Z) >>
endobj
6 0 obj
null
endobj
7 0 obj
null
endobj
8 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 9 0 R ${PAGE}9 0 obj
<< /Length 3 >>
stream
one
endstream
endobj
10 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 11 0 R ${PAGE}11 0 obj
<< /Length 5 >>
stream
three
endstream
endobj
xref
0 12
0000000000 65535 f 
${['0000000015', '0000000122', '0000000186', '0000000283', '0000000385', '0000000506', '0000000526', '0000000546', '0000000682', '0000000734', '0000000872'].map((offset) => `${offset} 00000 n \n`).join('')}trailer
<< /Size 12 /Root 1 0 R /Info 5 0 R /ID [<0123456789abcdef0123456789abcdef> <0123456789abcdef0123456789abcdef>] >>
startxref
927
%%EOF
`,
    );
  });

  test('carries another, byte by byte', () => {
    const attachment = {
      name: 'a.json',
      type: 'application/json',
      description: 'ç',
      bytes: Uint8Array.of(123, 0, 255, 125),
    };
    const text = latin1(pdfFile({ ...FILE, pages: [], attachment }));
    expect(text).toContain(
      '/DisplayDocTitle true >> /Names << /EmbeddedFiles << /Names [(a.json) 6 0 R] >> >> /AF [6 0 R] >>',
    );
    expect(text).toContain(`6 0 obj
<< /Type /Filespec /F (a.json) /UF (a.json) /Desc <FEFF00E7> /AFRelationship /Data /EF << /F 7 0 R /UF 7 0 R >> >>
endobj
7 0 obj
<< /Type /EmbeddedFile /Subtype /application#2Fjson /Params << /Size 4 >> /Length 4 >>
stream
{\u0000\u00FF}
endstream
endobj
xref
0 8
`);
    for (const [index, [offset]] of [...text.matchAll(/^\d{10}(?= 00000 n)/gmu)].entries()) {
      expect(text.slice(Number(offset))).toMatch(new RegExp(`^${index + 1} 0 obj\n`, 'u'));
    }
    expect(text.slice(Number(/startxref\n(\d+)/u.exec(text)?.[1]))).toMatch(/^xref\n/u);
  });
});

describe('letters', () => {
  // Of Adobe's metrics of Helvetica and Helvetica-Bold, and the octal codes of WinAnsi.
  test.each([
    ['~', 584, 584, '~'],
    [' ', 278, 278, ' '],
    ['\u00A0', 278, 278, '\\240'],
    ['§', 556, 556, '\\247'],
    ['ª', 370, 370, '\\252'],
    ['º', 365, 365, '\\272'],
    ['°', 400, 400, '\\260'],
    ['·', 278, 278, '\\267'],
    ['«', 556, 556, '\\253'],
    ['»', 556, 556, '\\273'],
    ['–', 556, 556, '\\226'],
    ['—', 1000, 1000, '\\227'],
    ['‘', 222, 278, '\\221'],
    ['’', 222, 278, '\\222'],
    ['“', 333, 500, '\\223'],
    ['”', 333, 500, '\\224'],
    ['…', 1000, 1000, '\\205'],
    ['•', 350, 350, '\\225'],
    ['€', 556, 556, '\\200'],
    ['£', 556, 556, '\\243'],
    ['×', 584, 584, '\\327'],
    ['±', 584, 584, '\\261'],
    ['¿', 611, 611, '\\277'],
    ['¡', 333, 333, '\\241'],
    ['Æ', 1000, 1000, '\\306'],
    ['æ', 889, 889, '\\346'],
    ['Ø', 778, 778, '\\330'],
    ['ø', 611, 611, '\\370'],
    ['ß', 611, 611, '\\337'],
    ['Ð', 722, 722, '\\320'],
    ['ð', 556, 611, '\\360'],
    ['Þ', 667, 667, '\\336'],
    ['þ', 556, 611, '\\376'],
    ['Œ', 1000, 1000, '\\214'],
    ['œ', 944, 944, '\\234'],
    ['î', 278, 278, '\\356'],
    ['Î', 278, 278, '\\316'],
    ['ÿ', 500, 556, '\\377'],
    ['Š', 667, 667, '\\212'],
    ['ž', 500, 500, '\\236'],
  ])('%j is %i wide, in bold %i, and written as %s', (letter, regularWidth, boldWidth, written) => {
    expect(printable(letter)).toBe(letter);
    expect([textWidth(letter, 'regular'), textWidth(letter, 'bold')]).toEqual([regularWidth, boldWidth]);
    expect(pdfString(letter)).toBe(`(${written})`);
  });

  test('a text is as wide as its letters', () => {
    expect(textWidth('Água (1)', 'regular')).toBe(667 + 556 + 556 + 556 + 278 + 333 + 556 + 333);
  });

  test.each([
    ['漢', '?'],
    ['ﬁ ㏂', 'fi a.m.'],
    ['㋀', '?'],
    ['\uFF9E', '?'],
    ['e\u0301', 'é'],
    ['x\u0301', 'x'],
    ['a\u2003b\u00A0c', 'a b\u00A0c'],
    ['a\u200Bb\u0085', 'ab'],
  ])('%j is printed as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('signs of a PDF string are escaped, and what WinAnsi has not is a question mark', () => {
    expect(pdfString('a(b)\\c')).toBe('(a\\(b\\)\\\\c)');
    expect(pdfString('é1ũ2\u0081')).toBe('(\\3511\\0772\\077)');
    expect(pdfTextString('é漢')).toBe('<FEFF00E96F22>');
  });

  test.each([
    // An l is 222 wide, a space 278, an x 500.
    ['l l', 722, ['l l']],
    ['l l', 721, ['l', 'l']],
    ['xxx', 1_000, ['xx', 'x']],
    ['l xxx', 1_000, ['l', 'xx', 'x']],
    ['xxx l', 1_000, ['xx', 'x l']],
    ['xx', 100, ['x', 'x']],
    ['l\n\nl', 1_000, ['l', '', 'l']],
    ['', 1_000, ['']],
  ])('%j in %i is %j', (text, width, lines) => {
    expect(wrapped(text, 'regular', 1_000, width)).toEqual(lines);
  });

  test('the room of a line goes by the size of its font', () => {
    expect(wrapped('l l', 'regular', 500, 361)).toEqual(['l l']);
    expect(wrapped('l l', 'regular', 500, 360)).toEqual(['l', 'l']);
  });
});
