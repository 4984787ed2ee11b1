import en from '../../../locales/en/proof.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/proof.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const proofWords = defineWords('proof', { 'pt-BR': pt, en });
