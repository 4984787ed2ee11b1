import en from '../../../locales/en/admin-ledger.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-ledger.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminLedgerWords = defineWords('admin-ledger', { 'pt-BR': pt, en });
