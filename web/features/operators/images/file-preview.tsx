import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';

/** Longest side of a preview, in pixels: sharp on a dense screen, small in memory. */
const SIDE = 192;

/**
 * What a chosen file shows, before it is sent. Drawn, not linked: the content policy of the site lets no page show an
 * image that is not its own.
 */
export function FilePreview({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [readable, setReadable] = useState(true);
  useEffect(() => {
    let gone = false;
    const show = async () => {
      try {
        const bitmap = await createImageBitmap(file);
        if (!gone && canvas.current !== null) draw(canvas.current, bitmap);
        bitmap.close();
      } catch {
        if (!gone) setReadable(false);
      }
    };
    void show();
    return () => {
      gone = true;
    };
  }, [file]);
  return (
    <span className="image-thumb" aria-hidden="true">
      {readable ? <canvas ref={canvas} width={1} height={1} /> : <Icon name="eye-off" />}
    </span>
  );
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}
