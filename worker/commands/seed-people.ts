// The made-up customers of a local start: names, addresses, times. No address is real: every one ends in .example.

import { CURRENCIES, currencyFor, type Currency, type Language } from '../domain/settings-rules.ts';
import { Chance } from './seed-random.ts';
import { DAY_MS, MINUTE_MS } from '../domain/time.ts';

export const CROWD_SIZE = 2_000;
export const CROWD_TRANSACTIONS = 20_000;

const HISTORY_MS = 730 * DAY_MS;

export type Person = {
  readonly index: number;
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly phone: string;
  readonly language: Language;
  readonly currency: Currency;
  readonly tier: 'standard' | 'premium';
  readonly status: 'active' | 'suspended';
  readonly userAgent: string;
  readonly joinedAt: number;
  /** The upper bound of all their times. */
  readonly lastActiveAt: number;
  /** How many transactions they have. */
  readonly transactions: number;
};

const BRAZILIAN = {
  first: `Ana Beatriz Bruno Caio Camila Carlos Carolina Cecília Clarice Daniel Débora Diego Eduarda Eduardo Elisa Fábio
    Fernanda Felipe Flávia Gabriel Gabriela Guilherme Gustavo Heitor Helena Henrique Igor Isabela Jéssica João Joaquim José
    Juliana Larissa Laura Leonardo Letícia Lívia Lucas Luísa Luiz Manuela Marcelo Márcia Marcos Mariana Mateus Miguel Natália
    Nicolas Olívia Otávio Patrícia Paula Pedro Priscila Rafael Raquel Renata Ricardo Roberta Rodrigo Samuel Sandra Sérgio
    Sofia Tatiana Thiago Valentina Vanessa Vinícius Vitória Yasmin`,
  last: `Albuquerque Almeida Alves Andrade Araújo Azevedo Barbosa Barros Batista Bezerra Borges Brandão Cardoso Carvalho Castro
    Cavalcanti Coelho Correia Costa Cunha Dias Duarte Farias Fernandes Ferreira Figueiredo Fonseca Freitas Garcia Gomes
    Gonçalves Lima Lopes Macedo Machado Magalhães Marques Martins Medeiros Melo Mendes Miranda Monteiro Moraes Moreira Moura
    Nascimento Nogueira Novaes Nunes Oliveira Pacheco Pereira Pinheiro Pinto Queiroz Ramos Rezende Ribeiro Rocha Rodrigues
    Sá Sales Santana Santos Silva Silveira Soares Souza Tavares Teixeira Vasconcelos Viana Vieira`,
} as const;

const ELSEWHERE = {
  first: `Adam Aisha Akira Alice Amélie Andrés Anna Arjun Benjamin Chloé Christopher Claire David Elena Emily Ethan Fatima Felix
    Francesca Giulia Grace Hana Hannah Hiroshi Ingrid Isabel Jack James Javier Julia Karim Kenji Leila Leon Liam Lukas Maria
    Marta Matteo Mei Mia Noah Nora Oliver Oscar Paolo Priya Rachel Samir Sarah Sebastian Sven Tomás Victoria William Zoë`,
  last: `Anderson Bauer Bennett Bianchi Brown Chen Clarke Cohen Costa Davies Dubois Evans Fischer Fontaine García Gupta Hansen
    Hernández Hughes Ito Jansen Johansson Johnson Kim Kowalski Lambert Larsen Lee Lindqvist Martin Mehta Meyer Mitchell Moretti
    Müller Murphy Nakamura Nguyen Novak O'Connor Okafor Patel Petrov Ricci Rossi Sato Schmidt Schneider Silva Smith Tanaka
    Taylor Thompson Torres Walker Weber Williams Wilson Wong Wright`,
} as const;

const POST_OFFICES = ['correio.example', 'caixa.example', 'mail.example', 'carta.example', 'post.example'];
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
const AREA_CODES = [11, 11, 11, 21, 21, 31, 41, 47, 48, 51, 61, 62, 71, 81, 85, 92];

const words = (text: string) => text.split(/\s+/u);

/** The whole crowd: the same at every start, relative to the day of the start. */
export function crowd(now: number): Person[] {
  const shares = transactionShares();
  return Array.from({ length: CROWD_SIZE }, (_, index) => person(index, shares[index] ?? 0, now));
}

function person(index: number, transactions: number, now: number): Person {
  const chance = new Chance(`person ${index}`);
  const brazilian = chance.percent(84);
  const names = brazilian ? BRAZILIAN : ELSEWHERE;
  const [first, last] = [chance.oneOf(words(names.first)), chance.oneOf(words(names.last))];
  const second = brazilian && chance.percent(35) ? ` ${chance.oneOf(words(names.last))}` : '';
  const language: Language = brazilian ? (chance.percent(96) ? 'pt-BR' : 'en') : 'en';
  // More came lately than at first.
  const joinedAt = Math.round(now - DAY_MS / 8 - chance.share() ** 1.4 * HISTORY_MS);
  return {
    index,
    id: chance.id(),
    email: `${plain(first)}.${plain(last)}${index}@${chance.oneOf(POST_OFFICES)}`,
    fullName: `${first}${second} ${last}`,
    phone: brazilian
      ? `55${chance.oneOf(AREA_CODES)}9${digits(chance, 8)}`
      : `1${chance.whole(201, 989)}555${digits(chance, 4)}`,
    language,
    currency: chance.percent(92) ? currencyFor(language) : chance.oneOf(CURRENCIES),
    tier: chance.percent(4) ? 'premium' : 'standard',
    status: chance.percent(1.5) ? 'suspended' : 'active',
    userAgent: chance.oneOf(BROWSERS),
    joinedAt,
    lastActiveAt: lastActivity(chance, joinedAt, now),
    transactions,
  };
}

/** One in five of the older accounts has been inactive for 90 days. */
function lastActivity(chance: Chance, joinedAt: number, now: number): number {
  const long = now - 92 * DAY_MS;
  if (joinedAt < long && chance.percent(22)) return Math.round(chance.between(joinedAt, long));
  return Math.round(now - chance.share() ** 2 * Math.min(80 * DAY_MS, now - joinedAt) * 0.98);
}

/** The times of their transactions: ascending and distinct. */
export function momentsOf({ index, transactions, joinedAt, lastActiveAt }: Person): number[] {
  const chance = new Chance(`moments ${index}`);
  const last = lastActiveAt - 5_000;
  const first = Math.min(joinedAt + 3 * MINUTE_MS, last);
  const moments = Array.from({ length: transactions }, () => Math.round(chance.between(first, last)));
  moments.sort((a, b) => a - b);
  // Equal times are spread backwards, so that none is after the last visit.
  for (let i = moments.length - 2; i >= 0; i -= 1)
    moments[i] = Math.min(moments[i] ?? 0, (moments[i + 1] ?? 0) - 5_000);
  return moments;
}

/** Transactions per customer: uneven, and exactly CROWD_TRANSACTIONS in total. */
function transactionShares(): number[] {
  const weights = Array.from({ length: CROWD_SIZE }, (_, index) => {
    const chance = new Chance(`weight ${index}`);
    // Some only look around.
    return chance.percent(11) ? 0 : Math.min(6, chance.lopsided(0.75));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((weight / all) * CROWD_TRANSACTIONS));
  let missing = CROWD_TRANSACTIONS - shares.reduce((sum, share) => sum + share, 0);
  for (let index = 0; missing > 0; index = (index + 1) % CROWD_SIZE) {
    if ((weights[index] ?? 0) === 0) continue;
    shares[index] = (shares[index] ?? 0) + 1;
    missing -= 1;
  }
  return shares;
}

/** Lower case without accents or marks, as in an address. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/gu, '')
    .toLowerCase();
}

function digits(chance: Chance, count: number): string {
  return Array.from({ length: count }, () => chance.whole(0, 9)).join('');
}
