import en from '../../../locales/en/silver-more.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/silver-more.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const silverMoreWords = defineWords('silver-more', { 'pt-BR': pt, en });
