// The HTML form of a message: one column, styles in place, no pictures, no scripts, nothing fetched from anywhere, so
// opening it informs no server. Mail programs are old browsers: tables make the layout, and the few rules in
// <style> only add the dark colours and the phone's margins for those that read them.

import type { Letter, LetterLink } from './types.ts';

const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The site's gold theme, light; dark in DARK_RULES. */
const PAPER = '#fbf8f1';
const SURFACE = '#fffdf9';
const INK = '#1b1710';
const INK_2 = '#574e3f';
const INK_3 = '#6f6450';
const LINE = '#e6dfd0';
const ACCENT = '#c59a3d';
const LINK = '#7a5a14';

const RULES = `
    @media (max-width: 600px) { .pad { padding-left: 24px !important; padding-right: 24px !important; } .out { padding: 0 !important; } .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; } }
    @media (prefers-color-scheme: dark) {
      .paper { background: #12100c !important; }
      .card { background: #1a1712 !important; border-color: #e3bc66 #2c2720 #2c2720 !important; }
      .ink { color: #f3ede0 !important; }
      .ink-2 { color: #bdb3a0 !important; }
      .ink-3 { color: #988e7b !important; }
      .line { border-color: #2c2720 !important; }
      .link { color: #e3bc66 !important; }
      .button { background: #e3bc66 !important; color: #1b1710 !important; }
    }`;

export function htmlOf(letter: Letter): string {
  return `<!doctype html>
<html lang="${letter.language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
    <title>${escaped(letter.title)}</title>
    <style>${RULES}
    </style>
  </head>
  <body class="paper" style="margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%">
    <div style="display:none;max-height:0;overflow:hidden">${escaped(letter.preview)}${SPACER}</div>
    <table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}">
      <tr>
        <td class="out" align="center" style="padding:32px 16px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
            <tr><td class="pad" style="padding:24px 40px 20px">${brand(letter)}</td></tr>
            <tr>
              <td class="card pad" style="background:${SURFACE};border:1px solid ${LINE};border-top:3px solid ${ACCENT};border-radius:4px;padding:36px 40px 40px">
${body(letter)}
              </td>
            </tr>
            <tr><td class="pad" style="padding:24px 40px 40px">
${footer(letter)}
            </td></tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}

/** Keeps the sentences of the message out of the line beside the subject. */
const SPACER = '&#847;&zwnj;&nbsp;'.repeat(60);

function brand({ home, brand: name }: Letter): string {
  return `<a href="${escaped(home)}" class="ink" style="font:400 26px/1 ${SERIF};letter-spacing:-0.02em;color:${INK};text-decoration:none">${escaped(name)}</a>`;
}

function body(letter: Letter): string {
  const { greeting, paragraphs, rows, quote, action, after, second, freeze } = letter;
  return [
    `<h1 class="ink" style="margin:0 0 20px;font:400 26px/1.25 ${SERIF};letter-spacing:-0.01em;color:${INK}">${escaped(letter.title)}</h1>`,
    ...(greeting === null ? [] : [paragraph(greeting)]),
    ...paragraphs.map((text) => paragraph(text)),
    rows.length === 0 ? '' : facts(rows),
    button(action),
    ...after.map((text) => small(text)),
    quote === undefined ? '' : quoted(quote),
    second === null ? '' : `<p style="margin:12px 0 0">${link(second, 15)}</p>`,
    freeze === null ? '' : stop(freeze),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function paragraph(text: string): string {
  return `<p class="ink-2" style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK_2}">${withBreaks(text)}</p>`;
}

/** A line break stays one. */
function withBreaks(text: string): string {
  return escaped(text).replaceAll('\n', '<br />');
}

function quoted({ label, text }: NonNullable<Letter['quote']>): string {
  return `<p class="ink-3" style="margin:28px 0 8px;font:400 14px/1.6 ${SANS};color:${INK_3}">${escaped(label)}</p>
<blockquote class="ink-3 line" style="margin:0;padding:0 0 0 16px;border-left:3px solid ${LINE};font:400 14px/1.6 ${SANS};color:${INK_3};overflow-wrap:anywhere;word-break:break-word">${withBreaks(text)}</blockquote>`;
}

function small(text: string): string {
  return `<p class="ink-2" style="margin:12px 0 0;font:400 15px/1.6 ${SANS};color:${INK_2}">${escaped(text)}</p>`;
}

function stop({ text, link: to }: NonNullable<Letter['freeze']>): string {
  return `<p class="ink-3 line" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font:400 14px/1.6 ${SANS};color:${INK_3}">${escaped(text)} ${link(to, 14)}</p>`;
}

function facts(rows: Letter['rows']): string {
  const lines = rows.map(
    ([label, value, rank]) => `
  <tr>
    <th scope="row" align="left" valign="top" class="ink-3 line" style="padding:10px 16px 10px 0;white-space:nowrap;border-bottom:1px solid ${LINE};font:400 14px/1.5 ${SANS};color:${INK_3}">${escaped(label)}</th>
    <td align="right" valign="top" class="ink line" style="padding:10px 0;border-bottom:1px solid ${LINE};font:${rank === 'sum' ? '700 16px/1.35' : '500 14px/1.5'} ${SANS};font-variant-numeric:tabular-nums;color:${INK};overflow-wrap:anywhere;word-break:break-word">${escaped(value)}</td>
  </tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:8px 0 4px;border-top:1px solid ${LINE}">${lines.join('')}
</table>`;
}

function button({ label, url }: LetterLink): string {
  return `<p style="margin:28px 0 20px"><a href="${escaped(url)}" class="button" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${INK};font:600 16px/1.25 ${SANS};color:${PAPER};text-decoration:none">${escaped(label)}</a></p>`;
}

function link({ label, url }: LetterLink, size: number): string {
  return `<a href="${escaped(url)}" class="link" style="font:500 ${size}px/1.6 ${SANS};color:${LINK};text-decoration:underline">${escaped(label)}</a>`;
}

function footer({ footer: lines, settings }: Letter): string {
  // The unsubscribe link follows the sentence that gives the reason for the message.
  const way = settings === null ? '' : ` ${link(settings, 13)}`;
  return lines
    .map(
      (text, index) =>
        `<p class="ink-3" style="margin:0 0 8px;font:400 13px/1.6 ${SANS};color:${INK_3}">${escaped(text)}${index === 0 ? way : ''}</p>`,
    )
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in double quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? '');
}
