import en from '../../../locales/en/deposit.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/deposit.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const depositWords = defineWords('deposit', { 'pt-BR': pt, en });
