import en from '../../../locales/en/home-faq.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-faq.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeFaqWords = defineWords('home-faq', { 'pt-BR': pt, en });
