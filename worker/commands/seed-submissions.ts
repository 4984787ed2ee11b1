// What the made-up crowd sent in: a signup, a login, one notice for each deposit and trade, some messages of visitors, and
// a few price alerts far from the price.

import { type AlertTerms, rearmCents } from '../domain/alerts.ts';
import { decimalText } from '../domain/money.ts';
import type { SubmissionType } from '../domain/submissions.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import type { PastTransaction } from './seed-life.ts';
import type { Person } from './seed-people.ts';
import { Chance } from './seed-random.ts';
import { DAY_MS } from '../domain/time.ts';

export type PastSubmission = {
  readonly id: string;
  readonly type: SubmissionType;
  readonly userId: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly userAgent: string;
  readonly data: Readonly<Record<string, string>>;
  readonly at: number;
};

export type PastAlert = AlertTerms & {
  readonly id: string;
  readonly userId: string;
  readonly rearmCents: number;
  readonly at: number;
};

export function submissionsOf(person: Person, transactions: readonly PastTransaction[]): PastSubmission[] {
  const chance = new Chance(`submissions ${person.index}`);
  const from = (type: SubmissionType, at: number, data: Record<string, string>): PastSubmission => ({
    id: chance.id(),
    type,
    userId: person.id,
    email: person.email,
    phone: type === 'signup' ? person.phone : null,
    userAgent: person.userAgent,
    data,
    at,
  });
  const written = transactions.flatMap((transaction) => {
    const data = dataOf(transaction);
    return data === null ? [] : [from(data.type, transaction.createdAt, data.fields)];
  });
  const back = chance.percent(60) && person.lastActiveAt - person.joinedAt > DAY_MS;
  const loginTime = new Date(person.lastActiveAt).toISOString();
  return [
    from('signup', person.joinedAt, { fullName: person.fullName }),
    ...written,
    ...(back ? [from('login', person.lastActiveAt, { loginTime })] : []),
    ...(chance.percent(4) ? [messageOf(person, chance)] : []),
  ];
}

function dataOf(one: PastTransaction): { type: SubmissionType; fields: Record<string, string> } | null {
  const total = decimalText(one.totalCents, 2);
  if (one.type === 'deposit' && one.method !== null) {
    return { type: 'deposit', fields: { amount: total, paymentMethod: one.method } };
  }
  if (one.metal === null || one.ouncesE4 === null || one.priceCents === null || one.type === 'bonus')
    return null;
  const ounces = decimalText(one.ouncesE4, 4);
  const price = decimalText(one.priceCents, 2);
  return { type: 'trade', fields: { tradeType: one.type, metalType: one.metal, ounces, price, total } };
}

type Message = { readonly inquiry: string; readonly subject: string; readonly message: string };

const MESSAGES: Readonly<Record<Person['language'], readonly Message[]>> = {
  'pt-BR': [
    {
      inquiry: 'account',
      subject: 'Trocar telefone',
      message: 'Bom dia. Mudei de número e queria atualizar o cadastro.',
    },
    {
      inquiry: 'pricing',
      subject: 'Taxa de venda',
      message: 'A taxa de 0,5% vale também na venda de pequenas quantidades?',
    },
    {
      inquiry: 'investment',
      subject: 'Prata ou ouro',
      message: 'Comecei há pouco. Onde vejo a relação entre os dois preços?',
    },
    {
      inquiry: 'technical',
      subject: 'Gráfico no celular',
      message: 'No meu aparelho o gráfico de um ano demora a aparecer.',
    },
    {
      inquiry: 'security',
      subject: 'Aviso de novo acesso',
      message: 'Recebi um aviso de acesso. Era eu mesmo, em outro computador.',
    },
    {
      inquiry: 'general',
      subject: 'Nota para o contador',
      message: 'Preciso de um resumo das minhas compras do ano passado.',
    },
  ],
  en: [
    {
      inquiry: 'account',
      subject: 'New phone number',
      message: 'I have moved and would like to change my phone number.',
    },
    {
      inquiry: 'pricing',
      subject: 'Fee on small sales',
      message: 'Is there a smallest fee when I sell a fraction of an ounce?',
    },
    {
      inquiry: 'technical',
      subject: 'Chart on my tablet',
      message: 'The five-year chart stays empty on an older tablet.',
    },
    {
      inquiry: 'general',
      subject: 'Bank transfer',
      message: 'How long does a transfer from abroad usually take?',
    },
  ],
};

/** A visitor's question: whoever writes by the form is not signed in. */
function messageOf(person: Person, chance: Chance): PastSubmission {
  const { inquiry, subject, message } = chance.oneOf(MESSAGES[person.language]);
  return {
    id: chance.id(),
    type: 'contact',
    userId: null,
    email: person.email,
    phone: chance.percent(50) ? person.phone : null,
    userAgent: person.userAgent,
    data: { name: person.fullName, subject, inquiry, message },
    at: Math.round(chance.between(person.joinedAt, person.lastActiveAt)),
  };
}

/** One customer in twelve watches a price; far enough from today's that a local evening does not ring them all. */
export function alertsOf(person: Person, now: number): PastAlert[] {
  const chance = new Chance(`alerts ${person.index}`);
  if (person.transactions === 0 || !chance.percent(8)) return [];
  return Array.from({ length: chance.whole(1, 3) }, () => {
    const metal = chance.percent(60) ? 'gold' : 'silver';
    const direction = chance.percent(55) ? 'above' : 'below';
    const away = chance.between(0.12, 0.35);
    const price = simulatedPrice(SIMULATED_SEED, metal, now);
    const step = metal === 'gold' ? 5_000 : 50;
    const targetCents = Math.round((price * (direction === 'above' ? 1 + away : 1 - away)) / step) * step;
    const terms = { metal, direction, targetCents } as const;
    const at = Math.round(chance.between(person.joinedAt, person.lastActiveAt));
    return { id: chance.id(), userId: person.id, ...terms, rearmCents: rearmCents(terms), at };
  });
}
