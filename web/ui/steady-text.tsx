type SteadyTextProps = { readonly texts: readonly string[]; readonly shown: string };

/** One of several texts in a box that fits each of them, so that a change moves nothing beside it. */
export function SteadyText({ texts, shown }: SteadyTextProps) {
  return (
    <span className="steady-text">
      {texts.map((text) => (
        <span key={text} data-shown={text === shown}>
          {text}
        </span>
      ))}
    </span>
  );
}
