import en from '../../../locales/en/portfolio-chart.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/portfolio-chart.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const portfolioChartWords = defineWords('portfolio-chart', { 'pt-BR': pt, en });
