import { StartLink } from '../../features/auth/start-link.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { Link } from '../../i18n/link.tsx';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import pricingMoreMessages from '#messages/pricing-more.json';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Section } from '../../ui/section.tsx';

/** Only what the product does today, and only what it does not charge today (decision 26). */
const INCLUDED = ['price', 'quote', 'fractions', 'receipt', 'history', 'reais'] as const;
const NEVER = ['account', 'idle', 'spread', 'quotes', 'deposits', 'storage'] as const;

export function PricingLists() {
  const t = useMessages(pricingMoreMessages);
  const named = businessTerms(useLocale());
  return (
    <>
      <Section id="included" title={t('lists.title')} lead={t('lists.lead')} tight>
        <div className="grid-2 pricing-lists">
          <div>
            <h3>{t('lists.included.title')}</h3>
            <ul>
              {INCLUDED.map((item) => (
                <Item key={item} icon="check" text={t(`lists.included.${item}`, named)} />
              ))}
            </ul>
          </div>
          <div>
            <h3>{t('lists.never.title')}</h3>
            <ul>
              {NEVER.map((item) => (
                <Item key={item} icon="x" text={t(`lists.never.${item}`, named)} />
              ))}
            </ul>
          </div>
        </div>
      </Section>
      <ClosingCall title={t('close.title', named)} text={t('close.text', named)}>
        <StartLink variant="inverse" size="large" />
        <Link to="/tools" className="closing-link">
          {t('close.tools')}
        </Link>
      </ClosingCall>
    </>
  );
}

function Item({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <li>
      <Icon name={icon} small />
      {text}
    </li>
  );
}
