import { useSession } from '../features/auth/session.ts';
import { Link } from '../i18n/link.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import notFoundMessages from '#messages/not-found.json';
import { MessageScreen } from '../shell/message-screen.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { LinkButton } from '../ui/button.tsx';
import { Engraving } from '../ui/engraving.tsx';

export const meta = hiddenPageMeta(notFoundMessages.meta);

const LINKS = ['gold', 'silver', 'pricing', 'tools', 'learn', 'contact'] as const;

export default function NotFoundPage() {
  const t = useMessages(notFoundMessages);
  const { status } = useSession();
  return (
    <MessageScreen
      title={t('title')}
      art={
        <div className="not-found-art">
          <Engraving />
        </div>
      }
      actions={
        <>
          <LinkButton to="/" variant="primary" size="large">
            {t('home')}
          </LinkButton>
          {status === 'in' && (
            <LinkButton to="/dashboard" size="large">
              {t('dashboard')}
            </LinkButton>
          )}
        </>
      }
    >
      <p>{t('text')}</p>
      <nav className="not-found-links" aria-label={t('ways')}>
        <ul>
          {LINKS.map((name) => (
            <li key={name}>
              <Link to={`/${name}`} className="link">
                {t(`links.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </MessageScreen>
  );
}
