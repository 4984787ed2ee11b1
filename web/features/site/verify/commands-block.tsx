import { useId } from 'react';

/** Commands for a terminal. Long lines scroll, also by keyboard. */
export function Commands({ label, text }: { readonly label: string; readonly text: string }) {
  const id = useId();
  return (
    <div className="verify-commands">
      <h3 id={id}>{label}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <section tabIndex={0} aria-labelledby={id}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
