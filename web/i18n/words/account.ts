import en from '../../../locales/en/account.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/account.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const accountWords = defineWords('account', { 'pt-BR': pt, en });
