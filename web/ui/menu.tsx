import { Menu as Kit } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Link } from '../i18n/link.tsx';
import '../styles/overlays.css';
import { AT_A_DISTANCE, anchoredPopup, type AnchoredProps } from './anchored-popup.ts';
import { Icon, type IconName } from './icon.tsx';

export type MenuPopupProps = AnchoredProps;

/** The popup of a `MenuButton` (menu-button.tsx), which stays a plain button so that Base UI can load later. */
export function MenuPopup({ children, ...place }: MenuPopupProps & { readonly children: ReactNode }) {
  const { root, portal, positioner } = anchoredPopup(place);
  return (
    <Kit.Root {...root}>
      <Kit.Portal {...portal}>
        <Kit.Positioner {...positioner}>
          <Kit.Popup className="hanging menu" finalFocus={place.anchor}>
            {children}
          </Kit.Popup>
        </Kit.Positioner>
      </Kit.Portal>
    </Kit.Root>
  );
}

type MenuProps = {
  /** The button that opens it: a plain `<button>` element with its own label. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
};

/** Button and popup in one, for places where Base UI is loaded anyway. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Kit.Root modal={false}>
      <Kit.Trigger render={trigger} />
      <Kit.Portal>
        <Kit.Positioner align={align} {...AT_A_DISTANCE}>
          <Kit.Popup className="hanging menu">{children}</Kit.Popup>
        </Kit.Positioner>
      </Kit.Portal>
    </Kit.Root>
  );
}

type MenuItemProps = {
  readonly icon?: IconName;
  readonly children: ReactNode;
  readonly onSelect: () => void;
};

export function MenuItem({ icon, children, onSelect }: MenuItemProps) {
  return (
    <Kit.Item className="menu-item" onClick={onSelect}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Kit.Item>
  );
}

type MenuLinkProps = { readonly icon?: IconName; readonly to: string; readonly children: ReactNode };

export function MenuLink({ icon, to, children }: MenuLinkProps) {
  return (
    <Kit.LinkItem className="menu-item" render={<Link to={to} />} closeOnClick>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Kit.LinkItem>
  );
}

type MenuChoiceProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: T) => void;
};

/** A group with one choice; the choice has a tick, not only a colour. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <Kit.RadioGroup value={value} onValueChange={(next: T) => onChange(next)} aria-label={label}>
      <div className="menu-label" aria-hidden="true">
        {label}
      </div>
      {options.map((option) => (
        <Kit.RadioItem
          key={option.value}
          value={option.value}
          className="menu-item"
          lang={option.lang}
          closeOnClick
        >
          {option.label}
          <Kit.RadioItemIndicator className="menu-item-mark">
            <Icon name="check" small />
          </Kit.RadioItemIndicator>
        </Kit.RadioItem>
      ))}
    </Kit.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Kit.Separator className="menu-separator" />;
}
