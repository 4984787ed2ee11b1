// A bank on loopback that speaks the Pix API and Efí's calls for payments out, and remembers: charges by txid, payments by their end-to-end
// id, orders by their idEnvio. It answers what its documents say; `lie` says how it does not.

import type { PixCommand, PixLie } from './vendor-control.ts';

type Json = Record<string, unknown>;
type BankReply = { readonly status: number; readonly text: string };
type Charge = {
  readonly valor: string;
  readonly chave: string;
  readonly expiracao: number;
  readonly pix: Json[];
};
type Sent = {
  readonly valor: string;
  readonly chave: string;
  readonly cpf: string;
  endToEndId: string | undefined;
  status: string;
  devolucoes: Json[];
};

const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error/';
const NOW = '2026-11-24T12:00:00.000Z';

/** Of all banks. */
let ids = 0;

export class PixBank {
  readonly #charges = new Map<string, Charge>();
  readonly #sent = new Map<string, Sent>();
  readonly #refunds = new Map<string, Json>();
  /** The orders about which it did not answer what its documents say. */
  readonly #lied = new Set<string>();
  /** Which CPF owns a key, where a test says so; otherwise everybody who is named. */
  readonly #owners = new Map<string, string>();
  #refusal: { readonly status: number; readonly nome: string } | null = null;
  #tokens = 0;
  #validToken = '';

  /** What a test may look at. */
  seen() {
    return {
      tokens: this.#tokens,
      charges: Object.fromEntries(this.#charges),
      sent: Object.fromEntries(this.#sent),
      lied: [...this.#lied],
    };
  }

  tell(command: PixCommand): void {
    if (command.do === 'forget-token') this.#validToken = '';
    if (command.do === 'own') this.#owners.set(command.key, command.cpf);
    if (command.do === 'refuse') this.#refusal = { status: command.status, nome: command.nome };
    if (command.do === 'settle') {
      const sent = this.#sent.get(command.idEnvio);
      if (sent !== undefined) sent.status = command.status;
      if (sent !== undefined && command.nameless === true) sent.endToEndId = undefined;
    }
    if (command.do === 'send-back') {
      const sent = this.#sent.get(command.idEnvio);
      sent?.devolucoes.push({ rtrId: this.#id('D'), valor: command.valor, status: 'DEVOLVIDO' });
    }
    if (command.do === 'pay') {
      const { txid, valor, endToEndId, horario = NOW, pagador, devolucoes } = command;
      const pix = {
        endToEndId,
        txid,
        valor,
        horario,
        ...(pagador !== undefined && { gnExtras: { pagador } }),
        ...(devolucoes !== undefined && { devolucoes }),
      };
      this.#charges.get(txid)?.pix.push(pix);
    }
  }

  answer(
    request: { method: string; path: string; authorization: string; body: string },
    lie: PixLie | null,
  ): BankReply {
    if (request.path === '/oauth/token') return this.#token(request);
    if (lie === 'unauthorized' || request.authorization !== `Bearer ${this.#validToken}`)
      return json(401, { nome: 'nao_autorizado' });
    const [, ...parts] = request.path.split('/');
    const body = request.body === '' ? {} : (JSON.parse(request.body) as Json);
    const reply = this.#route(request.method, parts, body);
    if (lie === null) return reply;
    for (const part of parts) if (this.#sent.has(part)) this.#lied.add(part);
    return lied(lie, reply);
  }

  #token({
    method,
    authorization,
    body,
  }: {
    method: string;
    authorization: string;
    body: string;
  }): BankReply {
    const grant = JSON.parse(body) as Json;
    const isClient = authorization === `Basic ${btoa('client:secret')}`;
    if (method !== 'POST' || !isClient || grant['grant_type'] !== 'client_credentials')
      return json(401, { error: 'invalid_client' });
    this.#tokens += 1;
    this.#validToken = `token-${this.#tokens}`;
    return json(200, {
      access_token: this.#validToken,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'cob.write',
    });
  }

  #route(method: string, parts: readonly string[], body: Json): BankReply {
    const [version, area, first = '', second, third, fourth] = parts;
    if (version === 'v2' && area?.startsWith('pix?') === true)
      return this.#list(new URLSearchParams(area.slice('pix?'.length)));
    if (version === 'v2' && area === 'cob') return this.#charge(method, first, body);
    if (version === 'v2' && area === 'pix' && second === 'devolucao')
      return this.#refund(method, first, third ?? '', body);
    if (version === 'v2' && area === 'pix' && method === 'GET') return this.#received(first);
    if (version === 'v3' && area === 'gn' && first === 'pix' && method === 'PUT')
      return this.#send(second ?? '', body);
    if (version === 'v2' && area === 'gn' && second === 'enviados' && third === 'id-envio')
      return this.#order(fourth ?? '');
    return problem(404, 'NaoEncontrado');
  }

  #charge(method: string, txid: string, body: Json): BankReply {
    const known = this.#charges.get(txid);
    if (method === 'GET')
      return known === undefined ? problem(404, 'CobNaoEncontrado') : json(200, cob(txid, known));
    if (known !== undefined) return json(409, { nome: 'txid_duplicado', mensagem: 'Campo txid já existe' });
    const { original } = body['valor'] as { original: string };
    const { expiracao } = body['calendario'] as { expiracao: number };
    if (!/^\d{1,10}\.\d{2}$/u.test(original) || original === '0.00')
      return problem(400, 'CobOperacaoInvalida');
    const charge: Charge = { valor: original, chave: String(body['chave']), expiracao, pix: [] };
    this.#charges.set(txid, charge);
    return json(201, cob(txid, charge));
  }

  #received(endToEndId: string): BankReply {
    const pix = [...this.#charges.values()].flatMap((charge) => charge.pix);
    const found = pix.find((one) => one['endToEndId'] === endToEndId);
    return found === undefined
      ? json(400, { nome: 'pix_nao_encontrado', mensagem: 'Nenhum pix encontrado' })
      : json(200, found);
  }

  /** Two to a page; past the last one a bank answers with the last one again. */
  #list(query: URLSearchParams): BankReply {
    const [from, to] = [query.get('inicio') ?? '', query.get('fim') ?? ''];
    const found = [...this.#charges.values()]
      .flatMap((charge) => charge.pix)
      .filter(({ horario }) => String(horario) >= from && String(horario) <= to)
      .filter(({ devolucoes }) => query.get('devolucaoPresente') !== 'true' || devolucoes !== undefined);
    const pages = Math.ceil(found.length / 2);
    const page = Math.max(0, Math.min(Number(query.get('paginacao.paginaAtual')), pages - 1));
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: 2,
      quantidadeDePaginas: pages,
      quantidadeTotalDeItens: found.length,
    };
    return json(200, {
      parametros: { inicio: from, fim: to, paginacao },
      pix: found.slice(page * 2, page * 2 + 2),
    });
  }

  #refund(method: string, endToEndId: string, id: string, body: Json): BankReply {
    const key = `${endToEndId}/${id}`;
    const known = this.#refunds.get(key);
    if (method === 'GET')
      return known === undefined
        ? json(400, { nome: 'devolucao_nao_encontrada', mensagem: '-' })
        : json(200, known);
    if (known !== undefined) return json(409, { nome: 'devolucao_id_duplicado', mensagem: '-' });
    const pix = [...this.#charges.values()].flatMap((charge) => charge.pix);
    const paid = pix.find((one) => one['endToEndId'] === endToEndId);
    if (paid === undefined) return json(400, { nome: 'pix_nao_encontrado', mensagem: '-' });
    if (Number(body['valor']) > Number(paid['valor'])) return problem(400, 'PixDevolucaoInvalida');
    const refund = { id, rtrId: this.#id('D'), valor: body['valor'], status: 'EM_PROCESSAMENTO' };
    this.#refunds.set(key, refund);
    return json(201, { ...refund, horario: { solicitacao: NOW } });
  }

  #send(idEnvio: string, body: Json): BankReply {
    if (this.#sent.has(idEnvio)) return json(409, { nome: 'id_envio_duplicado', mensagem: '-' });
    if (this.#refusal !== null) return json(this.#refusal.status, { nome: this.#refusal.nome });
    const { chave, cpf } = body['favorecido'] as { chave: string; cpf: string };
    if ((this.#owners.get(chave) ?? cpf) !== cpf)
      return json(400, {
        nome: 'chave_nao_pertence_ao_documento',
        mensagem: `O cpf ${cpf} não é da chave ${chave}`,
      });
    const sent: Sent = {
      valor: String(body['valor']),
      chave,
      cpf,
      endToEndId: this.#id('E'),
      status: 'EM_PROCESSAMENTO',
      devolucoes: [],
    };
    this.#sent.set(idEnvio, sent);
    const { valor, endToEndId, status } = sent;
    return json(201, { idEnvio, e2eId: endToEndId, valor, horario: { solicitacao: NOW }, status });
  }

  #order(idEnvio: string): BankReply {
    const sent = this.#sent.get(idEnvio);
    if (sent === undefined) return problem(404, 'PixEnviadoNaoEncontrado');
    const { valor, endToEndId, status, devolucoes, chave } = sent;
    const favorecido = { chave, identificacao: { nome: 'Ana Prado', cpf: '***.982.247-**' } };
    return json(200, {
      idEnvio,
      endToEndId,
      valor,
      status,
      favorecido,
      devolucoes,
      horario: { solicitacao: NOW },
    });
  }

  /** 32 characters, as those of the instant payment system, in which no two payments have the same. */
  #id(letter: 'D' | 'E'): string {
    ids += 1;
    return `${letter}09089356202611241200${String(ids).padStart(11, '0')}`;
  }
}

function cob(txid: string, { valor, chave, expiracao, pix }: Charge): Json {
  return {
    calendario: { criacao: NOW, expiracao },
    txid,
    revisao: 0,
    loc: { id: 1, location: `pix.example.com/qr/v2/${txid}`, tipoCob: 'cob' },
    location: `pix.example.com/qr/v2/${txid}`,
    status: pix.length > 0 ? 'CONCLUIDA' : 'ATIVA',
    valor: { original: valor },
    chave,
    ...(pix.length > 0 && { pix }),
  };
}

function json(status: number, value: unknown): BankReply {
  return { status, text: JSON.stringify(value) };
}

function problem(status: number, type: string): BankReply {
  return json(status, { type: `${PROBLEM}${type}`, title: type, status });
}

/** The true answer, bent. Each would be taken for a payment by whoever reads less than all of it. */
function lied(lie: PixLie, { status, text }: BankReply): BankReply {
  const settled = text.replace('EM_PROCESSAMENTO', 'REALIZADO').replace('"ATIVA"', '"CONCLUIDA"');
  switch (lie) {
    case 'other-amount':
      return { status, text: settled.replaceAll(/("(?:valor|original)":")(\d)/gu, '$19$2') };
    case 'amount-as-number':
      return { status, text: settled.replaceAll(/("(?:valor|original)":)"([\d.]+)"/gu, '$1$2') };
    case 'amount-with-exponent':
      return { status, text: settled.replaceAll(/("(?:valor|original)":")[\d.]+"/gu, '$11e3"') };
    case 'negative-amount':
      return { status, text: settled.replaceAll(/("(?:valor|original)":")/gu, '$1-') };
    case 'other-id':
      return { status, text: settled.replaceAll(/("(?:idEnvio|txid|id)":")[a-zA-Z0-9]/gu, '$1Z') };
    case 'twice-a-key':
      return {
        status,
        text: settled
          .replaceAll(/("status":)("\w+")/gu, '$1"NAO_REALIZADO",$1$2')
          .replaceAll(/("(?:valor|original)":)("[\d.]+")/gu, '$1"0.01",$1$2'),
      };
    case 'nested':
      return { status, text: settled.replace('{', `{"x":${'['.repeat(64)}${']'.repeat(64)},`) };
    case 'paid-without-payment':
      return {
        status,
        text: text.replace('"ATIVA"', '"CONCLUIDA"').replace(/"e2eId":"\w+",|"endToEndId":"\w+",/u, ''),
      };
    case 'number-for-answer':
      return { status, text: '1' };
    case 'refused-without-a-word':
      return { status: 400, text: '{}' };
    case 'too-many':
      return { status: 429, text: '{"nome":"limite"}' };
    case 'forbidden':
      return { status: 403, text: `{"type":"${PROBLEM}AcessoNegado"}` };
    case 'accepted':
      return { status: 202, text: settled };
    case 'another-unknown':
      return { status: 404, text: '{"nome":"conta_nao_encontrada"}' };
    default:
      return { status, text };
  }
}
