import en from '../../../locales/en/home.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeWords = defineWords('home', { 'pt-BR': pt, en });
