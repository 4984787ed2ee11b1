import en from '../../../locales/en/legal-terms.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/legal-terms.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const legalTermsWords = defineWords('legal-terms', { 'pt-BR': pt, en });
