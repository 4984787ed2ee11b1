import en from '../../../locales/en/site.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/site.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const siteWords = defineWords('site', { 'pt-BR': pt, en });
