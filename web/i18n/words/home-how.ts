import en from '../../../locales/en/home-how.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-how.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeHowWords = defineWords('home-how', { 'pt-BR': pt, en });
