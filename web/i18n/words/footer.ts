import en from '../../../locales/en/footer.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/footer.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const footerWords = defineWords('footer', { 'pt-BR': pt, en });
