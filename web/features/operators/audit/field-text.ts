// The name of a field and its value, in the operator's words and units; what nobody has worded stands as it was written.

import { useDictionary, useWords } from '../../../i18n/use-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { adminAuditWords } from '../../../i18n/words/admin-audit.ts';
import type { Leaf } from './changes.ts';

export function useFieldText() {
  const t = useWords(adminAuditWords);
  const f = useFormat();
  const { fields } = useDictionary(adminAuditWords);
  const names: Readonly<Record<string, string>> = fields;
  return {
    name(path: string): string {
      return path === ''
        ? t('line.value')
        : path
            .split('.')
            .map((part) => names[part] ?? part)
            .join(' · ');
    },
    value(path: string, leaf: Leaf): string {
      if (leaf === null || leaf === '') return t('line.none');
      if (typeof leaf === 'boolean') return t(leaf ? 'line.yes' : 'line.no');
      if (typeof leaf === 'string') return leaf;
      if (path.endsWith('Cents')) return f.money(leaf);
      if (path.endsWith('ouncesE4') || path.endsWith('OuncesE4')) return f.ounces(leaf);
      if (path.endsWith('At')) return f.dateTime(leaf, 'stamp');
      return Number.isSafeInteger(leaf) ? f.integer(leaf) : String(leaf);
    },
  };
}
