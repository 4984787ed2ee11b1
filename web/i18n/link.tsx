import { type ComponentProps, useCallback } from 'react';
import { Link as RouterLink, useNavigate, type NavigateOptions } from 'react-router';
import { type Locale, localisedPath } from './locale.ts';
import { useLocale } from './use-messages.ts';

type LinkProps = Omit<ComponentProps<typeof RouterLink>, 'to'> & {
  /** Unprefixed: `/login`, `/dashboard?deposit=1`. The page's language is added. */
  readonly to: string;
  /** Another language than the page's: a build of its own, so the link loads a document. */
  readonly locale?: Locale;
};

export function Link({ to, locale, ...rest }: LinkProps) {
  const current = useLocale();
  const other = locale !== undefined && locale !== current;
  return <RouterLink to={localisedPath(locale ?? current, to)} reloadDocument={other} {...rest} />;
}

/** `useNavigate` for unprefixed paths. The same function for each render: an effect that navigates would start again with every one. */
export function useLocalisedNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return useCallback(
    (path, options) => void navigate(localisedPath(locale, path), options),
    [navigate, locale],
  );
}
