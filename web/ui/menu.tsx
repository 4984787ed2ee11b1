import { Menu as Kit } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement, ReactNode, RefObject } from 'react';
import { Link } from '../i18n/link.tsx';
import '../styles/menu.css';
import { Icon, type IconName } from './icon.tsx';

export type MenuPopupProps = {
  /** The button that opened it: the place it hangs from and where the focus returns. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** The popup of a `MenuButton` (menu-button.tsx), which stays a plain button so that this kit can load later. */
export function MenuPopup({
  anchor,
  open,
  onOpenChange,
  children,
}: MenuPopupProps & { readonly children: ReactNode }) {
  const change: MenuRootChange = (next, details) => {
    // A press on the button is the button's to answer: closing here as well would open it again.
    const { target } = details.event;
    const onButton = target instanceof Node && anchor.current?.contains(target) === true;
    if (!next && onButton && details.reason === 'outside-press') return;
    onOpenChange(next);
  };
  // Beside its button, so that the popup belongs to the same landmark.
  const holder = anchor.current?.parentElement ?? null;
  return (
    <Kit.Root open={open} onOpenChange={change}>
      <Kit.Portal container={holder}>
        <Kit.Positioner
          className="menu-positioner"
          anchor={anchor}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          positionMethod="fixed"
        >
          <Kit.Popup className="menu" finalFocus={anchor}>
            {children}
          </Kit.Popup>
        </Kit.Positioner>
      </Kit.Portal>
    </Kit.Root>
  );
}

type MenuRootChange = NonNullable<ComponentProps<typeof Kit.Root>['onOpenChange']>;

type MenuProps = {
  /** The button that opens it: a plain `<button>` element with its own label. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
};

/** Button and popup in one, for places where the kit is loaded anyway. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Kit.Root modal={false}>
      <Kit.Trigger render={trigger} />
      <Kit.Portal>
        <Kit.Positioner className="menu-positioner" align={align} sideOffset={8} collisionPadding={12}>
          <Kit.Popup className="menu">{children}</Kit.Popup>
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

/** A group of which one is chosen; the choice carries a tick, not only a colour. */
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
