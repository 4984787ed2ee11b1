import { momentStyle, relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';

/** How long ago, and below it the day. */
export function Age({ at, now }: { readonly at: string; readonly now: number }) {
  const f = useFormat();
  return (
    <>
      {relativeTime(f.locale, at, now)}
      <span className="sub">
        <time dateTime={at}>{f.dateTime(at, momentStyle(at, now))}</time>
      </span>
    </>
  );
}
