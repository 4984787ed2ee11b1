import en from '../../../locales/en/admin-parts.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-parts.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminPartsWords = defineWords('admin-parts', { 'pt-BR': pt, en });
