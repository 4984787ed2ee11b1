import en from '../../../locales/en/admin-customer.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-customer.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminCustomerWords = defineWords('admin-customer', { 'pt-BR': pt, en });
