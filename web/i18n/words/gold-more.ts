import en from '../../../locales/en/gold-more.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/gold-more.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const goldMoreWords = defineWords('gold-more', { 'pt-BR': pt, en });
