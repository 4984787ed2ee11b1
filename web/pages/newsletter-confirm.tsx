import titles from '#messages/titles.json';
import { NewsletterLink } from '../features/site/newsletter-link.tsx';
import { NewsletterPage } from '../shell/newsletter-page.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.newsletterConfirm);

export default function NewsletterConfirmPage() {
  return (
    <NewsletterPage does="confirm">
      {(token) => <NewsletterLink does="confirm" token={token} />}
    </NewsletterPage>
  );
}
