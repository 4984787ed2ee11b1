import en from '../../../locales/en/not-found.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/not-found.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const notFoundWords = defineWords('not-found', { 'pt-BR': pt, en });
