/** Commands for a terminal. Long lines break on the screen alone: what is copied has none of these breaks. */
export function Commands({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="verify-commands">
      <h3>{label}</h3>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}
