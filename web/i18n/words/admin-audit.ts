import en from '../../../locales/en/admin-audit.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-audit.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminAuditWords = defineWords('admin-audit', { 'pt-BR': pt, en });
