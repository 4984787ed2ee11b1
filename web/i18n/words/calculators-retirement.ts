import en from '../../../locales/en/calculators-retirement.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators-retirement.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const retirementWords = defineWords('calculators-retirement', { 'pt-BR': pt, en });
