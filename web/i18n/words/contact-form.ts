import en from '../../../locales/en/contact-form.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/contact-form.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const contactFormWords = defineWords('contact-form', { 'pt-BR': pt, en });
