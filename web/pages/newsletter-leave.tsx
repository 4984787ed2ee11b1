import titles from '#messages/titles.json';
import { NewsletterLink } from '../features/site/newsletter-link.tsx';
import { NewsletterPage } from '../shell/newsletter-page.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.newsletterLeave);

export default function NewsletterLeavePage() {
  return (
    <NewsletterPage does="leave">{(token) => <NewsletterLink does="leave" token={token} />}</NewsletterPage>
  );
}
