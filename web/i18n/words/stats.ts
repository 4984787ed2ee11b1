import en from '../../../locales/en/stats.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/stats.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const statsWords = defineWords('stats', { 'pt-BR': pt, en });
