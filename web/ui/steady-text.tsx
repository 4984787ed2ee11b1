/** One of two texts in a box that fits both: whichever it turns out to be, nothing beside it moves. */
export function SteadyText({
  first,
  texts,
}: {
  readonly first: boolean;
  readonly texts: readonly [string, string];
}) {
  return (
    <span className="steady-text">
      <span data-shown={first}>{texts[0]}</span>
      <span data-shown={!first}>{texts[1]}</span>
    </span>
  );
}
