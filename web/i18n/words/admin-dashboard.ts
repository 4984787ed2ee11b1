import en from '../../../locales/en/admin-dashboard.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-dashboard.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminDashboardWords = defineWords('admin-dashboard', { 'pt-BR': pt, en });
