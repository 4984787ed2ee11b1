import en from '../../../locales/en/newsletter.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/newsletter.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const newsletterWords = defineWords('newsletter', { 'pt-BR': pt, en });
