import { DurableObject } from 'cloudflare:workers';

export class PriceHub extends DurableObject<Env> {}
