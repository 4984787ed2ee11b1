import en from '../../../locales/en/calculators-backtest.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/calculators-backtest.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const backtestWords = defineWords('calculators-backtest', { 'pt-BR': pt, en });
