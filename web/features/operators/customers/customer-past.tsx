import { NoteForm } from './note-form.tsx';
import { TimelineCard } from './timeline-card.tsx';

/** What happened to a customer, and what operators note about it. Import it lazily: it brings the words of many pages. */
export function CustomerPast({ userId }: { readonly userId: string }) {
  return (
    <>
      <TimelineCard userId={userId} />
      <NoteForm userId={userId} />
    </>
  );
}
