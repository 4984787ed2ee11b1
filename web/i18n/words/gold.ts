import en from '../../../locales/en/gold.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/gold.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const goldWords = defineWords('gold', { 'pt-BR': pt, en });
