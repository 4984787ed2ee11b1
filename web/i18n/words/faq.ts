import en from '../../../locales/en/faq.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/faq.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const faqWords = defineWords('faq', { 'pt-BR': pt, en });
