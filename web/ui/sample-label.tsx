import { OPERATOR } from '../../worker/domain/operator.ts';
import { commonWords } from '../i18n/words/common.ts';
import { useWords } from '../i18n/use-words.ts';
import { Icon } from './icon.tsx';

/** Says that a section holds examples, until the operator has supplied the real text (decision 10). */
export function SampleLabel({ sample = OPERATOR.contentIsSample }: { readonly sample?: boolean }) {
  const t = useWords(commonWords);
  if (!sample) return null;
  return (
    <p className="sample-label">
      <Icon name="info" small />
      {t('sample')}
    </p>
  );
}
