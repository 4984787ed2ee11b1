import en from '../../../locales/en/legal-privacy.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/legal-privacy.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const legalPrivacyWords = defineWords('legal-privacy', { 'pt-BR': pt, en });
