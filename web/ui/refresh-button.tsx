import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type RefreshButtonProps = {
  readonly children: ReactNode;
  readonly busyLabel: string;
  /** Reads everything again. What fails is said where it is shown. */
  readonly onRefresh: () => Promise<unknown>;
};

/** Of a page whose parts are read apart: busy until the last of them has been read again. */
export function RefreshButton({ children, busyLabel, onRefresh }: RefreshButtonProps) {
  const [reading, setReading] = useState(false);
  const refresh = async () => {
    setReading(true);
    await onRefresh();
    setReading(false);
  };
  return (
    <Button busy={reading} busyLabel={busyLabel} onClick={() => void refresh()}>
      <Icon name="refresh" small />
      {children}
    </Button>
  );
}
