import { api, receive } from '../../api/client.ts';
import { PublicStats } from '../../../worker/contract/stats.ts';

export function fetchStats(signal: AbortSignal): Promise<PublicStats> {
  return receive(PublicStats, api.stats.$get({}, { init: { signal } }));
}
