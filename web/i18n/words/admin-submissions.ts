import en from '../../../locales/en/admin-submissions.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-submissions.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminSubmissionsWords = defineWords('admin-submissions', { 'pt-BR': pt, en });
