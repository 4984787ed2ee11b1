// A page as it is sent, before any script: what search engines, link previews and readers without JavaScript get.

export type Tag = Readonly<Record<string, string>>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

export function plain(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27|#39);/gu, (entity) => ENTITIES[entity] ?? entity);
}

export class Source {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }

  /** Every element of a name, by its attributes; attribute names in lower case. */
  tags(name: string): Tag[] {
    return [...this.html.matchAll(new RegExp(`<${name}(\\s[^>]*)?>`, 'giu'))].map(([, inside = '']) =>
      Object.fromEntries(
        [...inside.matchAll(/([^\s=/]+)(?:="([^"]*)")?/gu)].map(([, key = '', value = '']) => [
          key.toLowerCase(),
          plain(value),
        ]),
      ),
    );
  }

  meta(key: string): string[] {
    return this.tags('meta')
      .filter(({ name, property }) => name === key || property === key)
      .map(({ content = '' }) => content);
  }

  links(rel: string): Tag[] {
    return this.tags('link').filter((tag) => tag['rel'] === rel);
  }

  get title(): string {
    return plain(/<title>([^<]*)<\/title>/u.exec(this.html)?.[1] ?? '');
  }

  /** Everything said in JSON-LD, whichever block says it. */
  get structured(): Record<string, unknown>[] {
    const blocks = [
      ...this.html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gsu),
    ].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>);
    return blocks.flatMap((block) => {
      const graph = block['@graph'];
      return Array.isArray(graph) ? (graph as Record<string, unknown>[]) : [block];
    });
  }

  structuredAs(type: string): Record<string, unknown>[] {
    return this.structured.filter((thing) => thing['@type'] === type);
  }

  /** The prices that the Worker put into the page, in cents. */
  get prices(): { readonly metal: string; readonly priceCents: number }[] {
    const json = /<script id="boot"[^>]*>(.*?)<\/script>/su.exec(this.html)?.[1] ?? '{}';
    const boot = JSON.parse(json) as {
      prices?: { prices: { metal: string; priceCents: number }[] } | null;
    };
    return boot.prices?.prices ?? [];
  }

  /** The rate that the Worker put into the page: the dollar in reais, in ten-thousandths. */
  get usdBrlE4(): number {
    const json = /<script id="boot"[^>]*>(.*?)<\/script>/su.exec(this.html)?.[1] ?? '{}';
    const boot = JSON.parse(json) as { prices?: { fx: { usdBrlE4: number } | null } | null };
    return boot.prices?.fx?.usdBrlE4 ?? Number.NaN;
  }

  /** The text that a reader sees, with single spaces. */
  get words(): string {
    const body = /<body[^>]*>(.*)<\/body>/su.exec(this.html)?.[1] ?? '';
    return plain(
      body
        .replaceAll(/<script.*?<\/script>/gsu, ' ')
        .replaceAll(/<!--.*?-->/gsu, '')
        .replaceAll(/<[^>]+>/gu, ' '),
    ).replaceAll(/\s+/gu, ' ');
  }
}
