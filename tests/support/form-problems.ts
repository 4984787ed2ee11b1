import * as v from 'valibot';
import { isRuleCode, RULE_TEXTS } from '../../worker/contract/rule-texts.ts';

/** What a schema of a form reports, as it is on the wire: field, code and English text. */
export function problemsIn(schema: v.GenericSchema, form: unknown) {
  const { issues = [] } = v.safeParse(schema, form, { abortPipeEarly: true });
  return issues.map((issue) => ({
    field: v.getDotPath(issue),
    code: issue.message,
    message: isRuleCode(issue.message) ? RULE_TEXTS[issue.message] : null,
  }));
}
