import en from '../../../locales/en/silver.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/silver.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const silverWords = defineWords('silver', { 'pt-BR': pt, en });
