import type { ReactNode } from 'react';
import { PriceLine } from '../features/prices/price-line.tsx';
import { Link } from '../i18n/link.tsx';
import '../styles/account.css';
import { Engraving } from '../ui/engraving.tsx';
import { Brand, PreferenceMenus } from './header.tsx';

type AuthFrameProps = {
  readonly title: ReactNode;
  readonly lead: ReactNode;
  /** The link to the other page, such as "Já tem conta?"; null in the middle of a sign-in. */
  readonly other: { readonly text: string; readonly link: string; readonly to: string } | null;
  /** The dark panel beside the form: one sentence and up to three facts. */
  readonly aside: {
    readonly say: ReactNode;
    readonly facts: readonly { readonly figure: string; readonly text: string }[];
  };
  readonly children: ReactNode;
};

/** The frame of the sign-in, sign-up and password pages: the form, and a dark panel beside it. */
export function AuthFrame({ title, lead, other, aside, children }: AuthFrameProps) {
  return (
    <div className="entrance">
      <div className="entrance-form">
        <header className="entrance-top">
          <Brand />
          <div className="entrance-tools">
            <PreferenceMenus />
          </div>
        </header>
        <div className="entrance-middle">
          <h1>{title}</h1>
          <p className="entrance-lead">{lead}</p>
          {children}
          {other !== null && (
            <p className="entrance-other">
              {other.text}{' '}
              <Link to={other.to} className="link">
                {other.link}
              </Link>
            </p>
          )}
          <PriceLine />
        </div>
      </div>
      <aside className="entrance-aside">
        <div className="entrance-art">
          <Engraving inverse />
        </div>
        <div className="entrance-words">
          <p className="entrance-say">{aside.say}</p>
          <ul>
            {aside.facts.map((fact) => (
              <li key={fact.figure}>
                <b className="num">{fact.figure}</b>
                <span>{fact.text}</span>
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}
