import en from '../../../locales/en/home-fees.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-fees.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeFeesWords = defineWords('home-fees', { 'pt-BR': pt, en });
