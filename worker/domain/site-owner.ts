// Facts of the company that runs the site. One file, read at build time by the pages and by the Worker:
// a contact channel is shown when it is set here, and the sample labels disappear when the content is real (P10, P29).

import type { TaxRegime } from './tax/regimes.ts';

export type SiteOwner = {
  /** Where customers write to; always shown. */
  readonly email: string;
  /** E.164 with spaces as it is written: `+55 11 0000 0000`. Null: no telephone is shown. */
  readonly phone: string | null;
  /** Address of the chat. Null: no chat is shown. */
  readonly chatUrl: string | null;
  readonly social: readonly { readonly name: string; readonly url: string }[];
  /** True while vaults, insurance, team, milestones and testimonials are examples: their sections say so. */
  readonly contentIsSample: boolean;
  /**
   * Under which of the tax workbook's regimes (domain/tax/regimes.ts) the operator's own business falls. Null until the operator has
   * said so, with counsel: pages then say that nobody has.
   */
  readonly taxRegime: TaxRegime | null;
};

export const SITE_OWNER: SiteOwner = {
  email: 'contato@onca.example',
  phone: null,
  chatUrl: null,
  social: [],
  contentIsSample: true,
  taxRegime: null,
};
