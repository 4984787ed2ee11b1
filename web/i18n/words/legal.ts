import en from '../../../locales/en/legal.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/legal.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const legalWords = defineWords('legal', { 'pt-BR': pt, en });
