// Step two: which card the image goes on, and its words. When it is done the page moves on to step three by itself.

import { useEffect, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { Card } from '../../../ui/card.tsx';
import { AssociateForm } from './associate-form.tsx';
import type { Draft, DraftChange } from './draft.ts';
import { useFileFacts } from './file-facts.ts';
import { Library } from './library.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';

/** Account spec, section 4: the message stays this long before the next step. */
const DONE_MS = 2_000;

type AssociatePanelProps = {
  readonly draft: Draft;
  readonly onChange: (change: DraftChange) => void;
  readonly arrived: boolean;
  readonly onUpload: () => void;
  readonly onDone: () => void;
};

export function AssociatePanel({ draft, onChange, arrived, onUpload, onDone }: AssociatePanelProps) {
  const t = useWords(adminImagesWords);
  const place = useArrivalFocus<HTMLElement>(arrived);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onDone, DONE_MS);
    return () => clearTimeout(timer);
  }, [done, onDone]);
  const finish = () => {
    onChange({ kind: 'associated' });
    setDone(true);
  };
  return (
    <div className="image-steps">
      <Card ref={place} tabIndex={-1} title={t('associate.image')} className="image-arrival">
        <Chosen draft={draft} />
        <Library
          chosen={draft.image}
          onChoose={(image) => onChange({ kind: 'chosen', image })}
          onUpload={onUpload}
        />
      </Card>
      <Card title={t('associate.title')} padded>
        <AssociateForm draft={draft} done={done} onChange={onChange} onDone={finish} />
      </Card>
    </div>
  );
}

function Chosen({ draft: { image } }: { readonly draft: Draft }) {
  const t = useWords(adminImagesWords);
  const f = useFormat();
  const facts = useFileFacts();
  return (
    <div className="image-chosen">
      {image === null ? (
        <p className="quiet">{t('associate.choose')}</p>
      ) : (
        <>
          <Thumbnail key={image.id} image={image} large />
          <div className="file-card-what">
            <p className="file-card-name">{facts.name(image)}</p>
            <p className="small quiet num">
              {t('associate.since', { date: f.dateTime(image.createdAt, 'minute') })} · {facts.pixels(image)}{' '}
              · {facts.kilobytes(image.fileSize)}
            </p>
          </div>
        </>
      )}
    </div>
  );
}
