import en from '../../../locales/en/form-errors.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/form-errors.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const formErrorWords = defineWords('form-errors', { 'pt-BR': pt, en });
