// An unknown address of the operators' area, in its own frame.

import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import notFoundMessages from '#messages/not-found.json';
import operatorsMessages from '#messages/operators.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/data-state.tsx';

export const meta = hiddenPageMeta(notFoundMessages.meta);

export default function OperatorsNotFoundPage() {
  const t = useMessages(notFoundMessages);
  const customer = useMessages(operatorsMessages.customer);
  return (
    <OperatorsPanel title={t('meta.title')}>
      <Card>
        <EmptyState title={t('title')} action={<LinkButton to="/admin">{customer('back')}</LinkButton>}>
          {t('forOperators')}
        </EmptyState>
      </Card>
    </OperatorsPanel>
  );
}
