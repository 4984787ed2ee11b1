// Parses every input at the edge: content type, size, syntax and shape, in that order.
// A schema's issues become `errors` in the order of the rules; the first one's text is the problem's detail.

import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { FieldProblem, Refusal } from '../contract/problems.ts';
import { isRuleCode, RULE_TEXTS } from '../contract/rule-texts.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { AppEnv } from './hono.ts';
import { problem } from './problem.ts';

/** Largest JSON body any route takes. */
export const BODY_MAX_BYTES = 64 * 1024;

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Validates the JSON body against `schema` and stores it for `c.req.valid('json')`; the text goes to `c.var.rawBody`.
 * Refuses with UnsupportedMediaType, PayloadTooLarge, MalformedJson or ValidationFailed.
 */
export function jsonBody<S extends Schema>(
  schema: S,
): MiddlewareHandler<AppEnv, string, { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }> {
  return async (c, next) => {
    const body = await readJson(c, schema);
    if (!body.ok) return problem(c, body.error);
    c.req.addValidatedData('json', body.value as object);
    return next();
  };
}

/** The bodies that were read: whoever asks for one again gets the same text, or that it was too large. */
const texts = new WeakMap<Request, string | null>();

/** The same for who looks at the body before a guard does, and lets the guard refuse first. */
export async function readJson<S extends Schema>(
  c: Context<AppEnv>,
  schema: S,
): Promise<Result<v.InferOutput<S>, Refusal>> {
  if (!isJson(c.req.header('Content-Type') ?? '')) return err({ code: 'UnsupportedMediaType' });
  const { raw } = c.req;
  const text = texts.has(raw) ? texts.get(raw) : await readText(raw, BODY_MAX_BYTES);
  texts.set(raw, text ?? null);
  if (text === undefined || text === null) return err({ code: 'PayloadTooLarge' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ code: 'MalformedJson' });
  }
  c.set('rawBody', text);
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true });
  return parsed.success ? ok(parsed.output) : err(refusalOf(parsed.issues));
}

/** application/json, in UTF-8, which is the only way it is read: another charset would say something else than we understood. */
function isJson(contentType: string): boolean {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  return (
    mediaType.trim() === 'application/json' &&
    parameters.every(
      (text) => !/^\s*charset\s*=/u.test(text) || /^\s*charset\s*=\s*"?utf-?8"?\s*$/u.test(text),
    )
  );
}

/** Validates the query string against `schema`; a repeated key keeps its last value. */
export function query<S extends Schema>(
  schema: S,
): MiddlewareHandler<AppEnv, string, { in: { query: v.InferInput<S> }; out: { query: v.InferOutput<S> } }> {
  return async (c, next) => {
    const values = Object.fromEntries(new URL(c.req.url).searchParams);
    const parsed = v.safeParse(schema, values, { abortPipeEarly: true });
    if (!parsed.success) return problem(c, refusalOf(parsed.issues));
    c.req.addValidatedData('query', parsed.output as object);
    return next();
  };
}

function refusalOf(issues: readonly v.BaseIssue<unknown>[]): Refusal<'ValidationFailed'> {
  const errors = issues.slice(0, 50).map((issue) => fieldProblem(issue, v.getDotPath(issue) ?? ''));
  return {
    code: 'ValidationFailed',
    ...(errors[0] === undefined ? {} : { detail: errors[0].message }),
    errors,
  };
}

/** A rule gives its code as the issue's message. Any other issue gets valibot's kind; no message repeats the value. */
function fieldProblem({ message: code, type }: v.BaseIssue<unknown>, field: string): FieldProblem {
  if (isRuleCode(code)) return { field, code, message: RULE_TEXTS[code] };
  return { field, code: type, message: `This field is not valid (${type}).` };
}

/** Reads at most `limit` bytes of UTF-8 text; null when there is more. The declared length is not trusted. */
export async function readText(request: Request, limit: number): Promise<string | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null;
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return text + decoder.decode();
    size += chunk.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
