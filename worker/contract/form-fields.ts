// Fields of forms, and how the domain's rules speak through a schema.

import * as v from 'valibot';
import { charactersOf } from '../domain/personal-details.ts';
import type { RuleCode } from './rule-texts.ts';

/** A missing field, or one of a wrong type, counts as empty: the rule for empty fields then applies. */
export const text = v.optional(v.fallback(v.string(), ''), '');
export const flag = v.optional(v.fallback(v.boolean(), false), false);

/**
 * Free text of operators: no control or direction characters, because they can disguise what is written, and because a NUL ends a text for
 * the database.
 */
export const readable = v.check(
  (written: string) => !/[\p{Cc}\p{Cf}]/u.test(written.replaceAll(/[\n\t]/gu, ' ')),
);

/**
 * As many characters at least, as the database counts them: an emoji is two units of a text here and one character there, whose CHECK then
 * fails.
 */
export const atLeast = (least: number, code?: RuleCode) =>
  v.check((written: string) => charactersOf(written) >= least, code);

/**
 * Reports the broken rule of each field by its code, in the order given. One check for the whole form: a rule between two
 * fields keeps its place in the order, and all fields are reported though the server stops each pipe at its first issue.
 */
export function rules<Input extends Record<string, unknown>>(
  problemsOf: (input: Input) => { readonly [F in keyof Input]?: RuleCode | null },
) {
  return v.rawCheck<Input>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    for (const [key, code] of Object.entries(problemsOf(input))) {
      if (!code) continue;
      addIssue({ message: code, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }
  });
}
