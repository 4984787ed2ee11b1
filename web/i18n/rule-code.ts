/** A broken rule of a form is told as `code: English message` (worker/contract/form-fields.ts); the page says the code. */
export function codeOfRule(message: string): string {
  return /^[a-z][A-Za-z0-9]*(?=: |$)/u.exec(message)?.[0] ?? 'other';
}
