// What every answer has to be, whatever was asked.

import { PROBLEMS } from '../../worker/contract/problems.ts';
import type { Reply } from './target.ts';

/** Of a program, not of a product. */
const INNARDS =
  /SQLITE_|D1_ERROR|no such (?:table|column)|\b(?:Type|Range|Reference|Syntax)Error\b|\bat [\w$.<>]+ \(|index\.js:\d+|\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|node_modules/u;

export type Judged = { readonly mark: string; readonly isApi: boolean };

/** What is wrong with an answer; null: nothing. */
export function faultOf({ status, text, headers }: Reply, { mark, isApi }: Judged): string | null {
  const type = String(headers['content-type'] ?? '');
  const refusal = problemIn(text, type);
  if (status >= 500 && (refusal === null || refusal === 'Internal'))
    return `${status}: ${text.slice(0, 200)}`;
  const innards = INNARDS.exec(
    type.startsWith('text/html') || type.includes('json') ? withoutScripts(text) : '',
  );
  if (innards !== null && status >= 400) return `tells of its innards: ${innards[0]}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'has no X-Content-Type-Options';
  if (headers['content-security-policy'] === undefined) return 'has no Content-Security-Policy';
  if (type.startsWith('text/html') && text.includes(`<${mark}`)) return 'a page with our markup in it';
  if (Object.keys(headers).some((name) => name === 'x-injected')) return 'a header of ours';
  const { location } = headers;
  if (typeof location === 'string' && !/^\/(?!\/)/u.test(location)) return `leads elsewhere: ${location}`;
  if (status < 400 || !isApi) return null;
  return refusalFault(status, type, text, mark);
}

function refusalFault(status: number, type: string, text: string, mark: string): string | null {
  if (type !== 'application/problem+json') return `${status} is no problem but ${type}`;
  if (text === '') return null;
  const code = problemIn(text, type);
  if (code === null) return `${status} is a problem without a code of ours: ${text.slice(0, 200)}`;
  if (PROBLEMS[code].status !== status) return `${code} is ${PROBLEMS[code].status}, and not ${status}`;
  return text.includes(mark) ? 'a refusal that says our words again' : null;
}

export type Code = keyof typeof PROBLEMS;

/** The code of a refusal; null where it is none of the contract's. */
export function problemIn(text: string, type: string): Code | null {
  if (!type.includes('problem+json')) return null;
  try {
    const { code } = JSON.parse(text) as { readonly code?: string };
    return code !== undefined && Object.hasOwn(PROBLEMS, code) ? (code as Code) : null;
  } catch {
    return null;
  }
}

/** What a page says, without the code that it brings. */
const withoutScripts = (text: string): string => text.replaceAll(/<script\b.*?<\/script>/gsu, '');
