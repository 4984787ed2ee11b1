import en from '../../../locales/en/calculators-averaging.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators-averaging.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const averagingWords = defineWords('calculators-averaging', { 'pt-BR': pt, en });
