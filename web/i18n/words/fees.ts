import en from '../../../locales/en/fees.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/fees.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const feesWords = defineWords('fees', { 'pt-BR': pt, en });
