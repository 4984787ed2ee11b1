import en from '../../../locales/en/home-metals.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-metals.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeMetalsWords = defineWords('home-metals', { 'pt-BR': pt, en });
