import { StartLink } from '../features/auth/start-link.tsx';
import { useText } from '../i18n/use-text.ts';
import securityMessages from '#messages/security.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/reading.css';
import '../styles/site.css';
import { late } from '../ui/late.tsx';
import { LinkButton } from '../ui/button.tsx';
import { PageContents } from '../ui/page-contents.tsx';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(securityMessages);

const Below = late(() => import('./security-below.tsx'));

/** Implemented behaviour is stated as fact; the rest is in sections with a label (P10). */
export default function SecurityPage() {
  const { hero, measures, insurance, vaults, digital, privacy, faq } = useText(securityMessages);
  return (
    <>
      <PageHero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        actions={
          <>
            <StartLink variant="primary" size="large" />
            <LinkButton to="/legal/risk" size="large">
              {hero.risks}
            </LinkButton>
          </>
        }
      />
      <PageContents
        parts={[
          { id: 'measures', title: measures.title },
          { id: 'insurance', title: insurance.title },
          { id: 'vaults', title: vaults.title },
          { id: 'digital', title: digital.title },
          { id: 'privacy', title: privacy.title },
          { id: 'questions', title: faq.title },
        ]}
      />
      <Below />
    </>
  );
}
