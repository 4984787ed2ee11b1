import { Link } from '../i18n/link.tsx';
import { Icon, type IconName } from './icon.tsx';

type IconLinkProps = {
  readonly icon: IconName;
  /** Where it leads, in words. */
  readonly label: string;
  /** Unprefixed. */
  readonly to: string;
};

/** An outlined `IconButton` that leads somewhere. */
export function IconLink({ icon, label, to }: IconLinkProps) {
  return (
    <Link to={to} className="icon-button icon-button-outlined" aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  );
}
