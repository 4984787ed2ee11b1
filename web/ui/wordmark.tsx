/** The mark with the name, in the colour of the text around it. Decorative: who links it names the link. */
export function Wordmark() {
  return <span className="wordmark" aria-hidden="true" />;
}
