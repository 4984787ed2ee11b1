import en from '../../../locales/en/legal-disclaimer.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/legal-disclaimer.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const legalDisclaimerWords = defineWords('legal-disclaimer', { 'pt-BR': pt, en });
