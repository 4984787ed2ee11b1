import en from '../../../locales/en/admin-mail.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-mail.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminMailWords = defineWords('admin-mail', { 'pt-BR': pt, en });
