import { logLine } from '../telemetry/log.ts';
/**
 * The site's public origin: in canonical addresses, share tags, the sitemap. A setting, because the caller chooses the
 * Host header. Outside local the setup guard demands it; locally, without it, it is the origin of the request, whose host the
 * transport guard has checked.
 */
export function siteOrigin(env: Pick<Env, 'SITE_ORIGIN'>, url: URL): string {
  if (env.SITE_ORIGIN === '') return url.origin;
  const site = URL.parse(env.SITE_ORIGIN);
  if (site === null || (site.protocol !== 'https:' && site.protocol !== 'http:')) {
    logLine('error', 'bad-setting', { setting: 'SITE_ORIGIN', value: env.SITE_ORIGIN });
    return url.origin;
  }
  return site.origin;
}
