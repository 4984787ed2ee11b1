import en from '../../../locales/en/about.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/about.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const aboutWords = defineWords('about', { 'pt-BR': pt, en });
