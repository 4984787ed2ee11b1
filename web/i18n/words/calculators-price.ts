import en from '../../../locales/en/calculators-price.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators-price.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const priceCalculatorWords = defineWords('calculators-price', { 'pt-BR': pt, en });
