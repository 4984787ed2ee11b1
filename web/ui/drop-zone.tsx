import { type ChangeEvent, type DragEvent, useEffect, useId, useState } from 'react';
import { Icon } from './icon.tsx';
import '../styles/forms.css';

type DropZoneProps = {
  /** The instruction, such as "Drag images here or choose files". */
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly multiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A native file input over a large area: click, Enter or drop. */
export function DropZone({ label, hint, accept, multiple, onFiles }: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  usePageWithoutDrops();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Lets the user choose the same file again after removing it.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <label className="drop-zone">
      <input
        type="file"
        className="drop-zone-input"
        accept={accept}
        multiple={multiple}
        aria-describedby={id}
        data-over={over || undefined}
        onChange={choose}
        onDragOver={(event) => {
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      />
      <Icon name="up" />
      <span className="drop-zone-label">{label}</span>
      <span className="small quiet" id={id} aria-hidden="true">
        {hint}
      </span>
    </label>
  );
}

/** A file dropped beside the zone does not replace the page. */
function usePageWithoutDrops(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}
