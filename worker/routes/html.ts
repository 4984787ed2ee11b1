import { Hono } from 'hono';
import type { AppEnv } from '../http/hono.ts';

export const html = new Hono<AppEnv>().get('*', (c) => c.env.ASSETS.fetch(c.req.raw));
