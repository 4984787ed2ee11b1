// The forms that made-up customers sent.

import { submissionStatement } from '../db/submissions.ts';
import type { Person } from './seed-people.ts';
import type { Chance } from './seed-random.ts';

export function submitted(
  db: D1Database,
  person: Person,
  type: 'signup' | 'login' | 'deposit' | 'trade',
  now: number,
  data: Readonly<Record<string, string>>,
): D1PreparedStatement {
  const { id: userId, email, userAgent } = person;
  const phone = type === 'signup' ? person.phone : undefined;
  return submissionStatement(db, {
    id: crypto.randomUUID(),
    type,
    userId,
    email,
    phone,
    userAgent,
    data,
    now,
  });
}

const QUESTIONS: Readonly<Record<Person['language'], readonly Readonly<Record<string, string>>[]>> = {
  'pt-BR': [
    {
      inquiry: 'account',
      subject: 'Trocar telefone',
      message: 'Mudei de número e queria atualizar o cadastro.',
    },
    {
      inquiry: 'pricing',
      subject: 'Taxa de venda',
      message: 'A taxa vale também na venda de pequenas quantidades?',
    },
    {
      inquiry: 'technical',
      subject: 'Gráfico no celular',
      message: 'O gráfico de um ano demora a aparecer.',
    },
    {
      inquiry: 'security',
      subject: 'Aviso de novo acesso',
      message: 'Recebi um aviso de acesso. Era eu mesmo.',
    },
  ],
  en: [
    { inquiry: 'account', subject: 'New phone number', message: 'I would like to change my phone number.' },
    {
      inquiry: 'general',
      subject: 'Bank transfer',
      message: 'How long does a transfer from abroad usually take?',
    },
  ],
};

/** By the contact form, which needs no sign-in. */
export function question(db: D1Database, person: Person, chance: Chance): D1PreparedStatement {
  const { email, fullName, joinedAt, language, lastActiveAt, phone, userAgent } = person;
  return submissionStatement(db, {
    id: crypto.randomUUID(),
    type: 'contact',
    email,
    phone: chance.percent(50) ? phone : undefined,
    userAgent,
    data: { name: fullName, ...chance.oneOf(QUESTIONS[language]) },
    now: Math.round(chance.between(joinedAt, lastActiveAt)),
  });
}
