import { useMutation } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
import { type NoteRequest, TimelinePage } from '../../../../worker/contract/operators/timeline.ts';
import type { TimelineKind } from '../../../../worker/domain/timeline.ts';
import { dayRange } from '../frame/field-times.ts';

export type TimelineFilter = {
  readonly kind: 'all' | TimelineKind;
  /** Days of the operator's time zone, as 2026-11-23; empty for no limit. */
  readonly from: string;
  readonly until: string;
};

const customer = api.admin.users[':userId'];

export const timelineQuery = (userId: string, { kind, from, until }: TimelineFilter) =>
  pagedQuery(queryKeys.operators('customers', 'timeline', userId, kind, from, until), (cursor) =>
    receive(
      TimelinePage,
      customer.timeline.$get({
        param: { userId },
        query: { ...(kind === 'all' ? {} : { kind }), ...dayRange(from, until), ...cursor },
      }),
    ),
  );

export function useAddNote(userId: string) {
  return useMutation({
    mutationFn: async (json: NoteRequest) => void (await customer.notes.$post({ param: { userId }, json })),
    onSettled: useInvalidate(
      queryKeys.operators('customers', 'timeline', userId),
      queryKeys.operators('audit'),
    ),
  });
}
