import en from '../../../locales/en/pricing-more.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/pricing-more.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const pricingMoreWords = defineWords('pricing-more', { 'pt-BR': pt, en });
