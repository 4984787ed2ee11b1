import en from '../../../locales/en/two-step.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/two-step.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const twoStepWords = defineWords('two-step', { 'pt-BR': pt, en });
