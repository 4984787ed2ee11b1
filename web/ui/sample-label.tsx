import { OPERATOR } from '../../worker/domain/operator.ts';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Icon } from './icon.tsx';

/** Says that a section holds examples, until the operator has supplied the real text (P10). */
export function SampleLabel({ sample = OPERATOR.contentIsSample }: { readonly sample?: boolean }) {
  const t = useMessages(commonMessages);
  if (!sample) return null;
  return (
    <p className="sample-label">
      <Icon name="info" small />
      {t('sample')}
    </p>
  );
}
