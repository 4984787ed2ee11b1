import en from '../../../locales/en/receipt.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/receipt.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const receiptWords = defineWords('receipt', { 'pt-BR': pt, en });
