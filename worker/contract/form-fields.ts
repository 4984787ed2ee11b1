// Fields of forms, and how a table of rules in the domain speaks through a schema.

import * as v from 'valibot';

/** A missing field, or one of a wrong type, counts as empty: the rule for empty fields then speaks for it. */
export const text = v.optional(v.fallback(v.string(), ''), '');
export const flag = v.optional(v.fallback(v.boolean(), false), false);

type FieldRule = { readonly field: string; readonly code: string; readonly message: string };

/** Reports problems in the order given, each under its own field, as `code: message` (see http/validate.ts). */
export function reportAll<Input extends Record<string, unknown>>(
  check: (input: Input) => readonly FieldRule[],
) {
  return v.rawCheck<Input>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { field, code, message } of check(dataset.value)) {
      const value = dataset.value[field];
      addIssue({
        message: `${code}: ${message}`,
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value }],
      });
    }
  });
}
