// Naughty strings into every text field and every parameter, as customer and as operator, and out again through every screen and every file.

import { parse } from 'csv-parse/sync';
import type { Caller } from '../faults-run/caller.ts';
import { isAsked, type Attack, type Part } from './part.ts';
import { pageHeaders } from './people.ts';
import type { PlantWorld } from './plant-world.ts';
import { Planter } from './planter.ts';
import { isOfScreens, openScreens } from './screens.ts';

export const strings: Part = {
  name: 'strings',
  share: 5,
  run: async (attack) => {
    const target = await attack.target();
    // To see a screen again, what it shows has to be there again.
    const at = isOfScreens(attack) ? null : attack.at;
    const planter = await Planter.at({ ...attack, at }, target);
    const until = performance.now() + attack.seconds * 1_000;
    await planter.plant({ ...attack, at, seconds: attack.seconds * SENDING });
    const files = new Files(attack, target.caller(), planter);
    await files.read();
    await openScreens({ ...attack, seconds: (until - performance.now()) / 1_000 }, target, planter);
    planter.close();
  },
};

/** Of the time for this part, so much for the lists; the screens take the rest. */
const SENDING = 0.4;

class Files {
  readonly #attack: Attack;
  readonly #caller: Caller;
  readonly #world: PlantWorld;

  constructor(attack: Attack, caller: Caller, { world }: Planter) {
    this.#attack = attack;
    this.#caller = caller;
    this.#world = world;
  }

  /** What can be taken along: no answer of ours may fail, and no cell of a table begins a formula. */
  async read(): Promise<void> {
    const { customer, operator } = this.#world;
    const get = (path: string, cookie: string) => this.#caller.send('GET', path, null, pageHeaders(cookie));
    const paths = ['csv', 'json', 'pdf'].flatMap((format) =>
      ['pt-BR', 'en'].flatMap((language) => [
        `/api/transactions/file?format=${format}&language=${language}`,
        `/api/tax/${new Date().getUTCFullYear()}/file?format=${format}&language=${language}`,
      ]),
    );
    for (const path of paths)
      if (isAsked(this.#attack, `file ${path}`)) this.#readFile(path, await get(path, customer.cookie));
    for (const list of ['submissions', 'audit-log']) {
      const path = `/api/admin/${list}/exports`;
      if (!isAsked(this.#attack, `file ${path}`)) continue;
      const ready = await this.#caller.send('POST', path, {}, pageHeaders(operator.cookie));
      const { id } = JSON.parse(ready?.text ?? '{}') as { readonly id?: string };
      this.#readFile(path, id === undefined ? ready : await get(`${path}/${id}`, operator.cookie));
    }
    this.#caller.close();
  }

  #readFile(path: string, reply: Awaited<ReturnType<Caller['send']>>): void {
    const at = `file ${path}`;
    this.#attack.count('files');
    if (reply === null || reply.status >= 500) return this.#attack.find(at, `answered ${reply?.status}`);
    if (!String(reply.headers['content-type']).includes('csv')) return undefined;
    const text = reply.text.replace(/^\uFEFF/u, '');
    const delimiter = (text.split('\n')[0] ?? '').includes(';') ? ';' : ',';
    const rows = parse(text, { delimiter, relax_column_count: true }) as readonly (readonly string[])[];
    this.#attack.count('rows of tables', rows.length);
    const formula = rows
      .flat()
      .find((cell) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) && !/^[-+]?[\d.,]+$/u.test(cell));
    return formula === undefined
      ? undefined
      : this.#attack.find(at, `a cell begins a formula: ${JSON.stringify(formula)}`);
  }
}
