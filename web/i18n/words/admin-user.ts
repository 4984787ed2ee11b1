import en from '../../../locales/en/admin-user.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-user.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminUserWords = defineWords('admin-user', { 'pt-BR': pt, en });
