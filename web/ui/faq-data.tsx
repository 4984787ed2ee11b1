import type { FaqItem } from './faq-items.ts';

/** The same questions and answers for search engines (schema.org FAQPage). Data, not script: nothing in it can run. */
export function FaqData({ items }: { readonly items: readonly FaqItem[] }) {
  // `<` is escaped, so that no word can close the element.
  const json = JSON.stringify(faqPage(items)).replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function faqPage(items: readonly FaqItem[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ q, a }) => ({
      '@type': 'Question',
      name: q,
      acceptedAnswer: { '@type': 'Answer', text: a },
    })),
  };
}
