import en from '../../../locales/en/home-why.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-why.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeWhyWords = defineWords('home-why', { 'pt-BR': pt, en });
