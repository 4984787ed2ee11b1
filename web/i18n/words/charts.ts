import en from '../../../locales/en/charts.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/charts.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const chartsWords = defineWords('charts', { 'pt-BR': pt, en });
