import en from '../../../locales/en/start.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/start.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const startWords = defineWords('start', { 'pt-BR': pt, en });
