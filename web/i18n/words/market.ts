import en from '../../../locales/en/market.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/market.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const marketWords = defineWords('market', { 'pt-BR': pt, en });
