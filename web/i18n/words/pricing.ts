import en from '../../../locales/en/pricing.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/pricing.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const pricingWords = defineWords('pricing', { 'pt-BR': pt, en });
