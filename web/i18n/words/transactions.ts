import en from '../../../locales/en/transactions.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/transactions.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const transactionsWords = defineWords('transactions', { 'pt-BR': pt, en });
