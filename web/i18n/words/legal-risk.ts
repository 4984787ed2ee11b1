import en from '../../../locales/en/legal-risk.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/legal-risk.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const legalRiskWords = defineWords('legal-risk', { 'pt-BR': pt, en });
