import en from '../../../locales/en/calculators-investment.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators-investment.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const investmentWords = defineWords('calculators-investment', { 'pt-BR': pt, en });
