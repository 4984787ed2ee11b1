import en from '../../../locales/en/prices.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/prices.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const pricesWords = defineWords('prices', { 'pt-BR': pt, en });
