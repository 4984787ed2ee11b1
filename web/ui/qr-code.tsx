import { useMemo } from 'react';
import { encode } from 'uqr';
import '../styles/forms.css';

/** The quiet zone that scanners need around a code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** One SVG path: sharp at any size, without a style attribute. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size: modules, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need an address, and a key or an order to pay must not be one
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
