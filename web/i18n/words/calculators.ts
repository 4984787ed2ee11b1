import en from '../../../locales/en/calculators.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const calculatorsWords = defineWords('calculators', { 'pt-BR': pt, en });
