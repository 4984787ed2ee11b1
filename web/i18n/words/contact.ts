import en from '../../../locales/en/contact.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/contact.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const contactWords = defineWords('contact', { 'pt-BR': pt, en });
