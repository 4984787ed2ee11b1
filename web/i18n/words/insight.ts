import en from '../../../locales/en/insight.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/insight.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const insightWords = defineWords('insight', { 'pt-BR': pt, en });
