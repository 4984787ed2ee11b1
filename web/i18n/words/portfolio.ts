import en from '../../../locales/en/portfolio.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/portfolio.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const portfolioWords = defineWords('portfolio', { 'pt-BR': pt, en });
