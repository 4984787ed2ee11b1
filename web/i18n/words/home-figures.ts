import en from '../../../locales/en/home-figures.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-figures.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeFiguresWords = defineWords('home-figures', { 'pt-BR': pt, en });
