import en from '../../../locales/en/calculators-allocation.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators-allocation.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const allocationWords = defineWords('calculators-allocation', { 'pt-BR': pt, en });
