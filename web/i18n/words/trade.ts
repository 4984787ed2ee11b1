import en from '../../../locales/en/trade.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/trade.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const tradeWords = defineWords('trade', { 'pt-BR': pt, en });
