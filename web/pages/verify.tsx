import { ByHand } from '../features/site/verify/by-hand.tsx';
import { VerifyForm } from '../features/site/verify/verify-form.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import verifyMessages from '#messages/verify.json';
import { pageMeta } from '../shell/page-meta.ts';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import '../styles/pages.css';
import '../styles/site.css';

export const meta = pageMeta(verifyMessages);

const KINDS = ['receipt', 'statement', 'export', 'quote'] as const;

export default function VerifyPage() {
  const t = useMessages(verifyMessages);
  return (
    <>
      <PageHero title={t('hero.title')} lead={t('hero.lead')} />
      <Section id="check" title={t('form.title')} lead={t('form.lead')} tight>
        <VerifyForm />
      </Section>
      <Section id="kinds" title={t('kinds.title')} lead={t('kinds.lead')} band tight>
        <div className="grid-4">
          {KINDS.map((kind) => (
            <div key={kind} className="verify-kind card card-padded stack-close">
              <h3>{t(`kinds.${kind}.title`)}</h3>
              <p className="muted">{t(`kinds.${kind}.text`)}</p>
            </div>
          ))}
        </div>
      </Section>
      <Section id="by-hand" title={t('hand.title')} lead={t('hand.lead')} tight>
        <ByHand />
      </Section>
    </>
  );
}
