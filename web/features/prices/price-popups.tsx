// Announces a price that changed by half a percent, once, as a polite live region below any open dialog.

import { useCallback, useRef, useState } from 'react';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { useMoneyText } from '../../i18n/money-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import lateMessages from '#messages/shell-late.json';
import { usePrices } from '../../live/live-prices.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { useExpiry } from '../../ui/use-expiry.ts';
import { POPUP_LIFETIME_MS, type PriceMove, type References, watchPrices } from './popup-rule.ts';

/** The list exists before the first popup, which would otherwise not be announced. A newer popup of a metal replaces the older one. */
export function PricePopups() {
  const { popups, dismiss } = usePriceMoves();
  return (
    <ul className="price-popups" aria-live="polite" aria-relevant="additions text">
      {popups.map((move) => (
        <Popup key={`${move.metal} ${move.at}`} move={move} onEnd={dismiss} />
      ))}
    </ul>
  );
}

type State = {
  readonly seen: PriceSnapshot | undefined;
  readonly references: References;
  readonly popups: readonly PriceMove[];
};

function usePriceMoves() {
  const prices = usePrices().data;
  const [state, setState] = useState<State>({ seen: undefined, references: {}, popups: [] });
  if (prices !== undefined && prices !== state.seen) {
    const { references, moves } = watchPrices(state.references, prices);
    const older = state.popups.filter(({ metal }) => !moves.some((move) => move.metal === metal));
    setState({ seen: prices, references, popups: [...older, ...moves] });
  }
  const dismiss = useCallback(
    (move: PriceMove) =>
      setState((now) => ({ ...now, popups: now.popups.filter((popup) => popup !== move) })),
    [],
  );
  return { popups: state.popups, dismiss };
}

type PopupProps = { readonly move: PriceMove; readonly onEnd: (move: PriceMove) => void };

function Popup({ move, onEnd }: PopupProps) {
  const t = useMessages(lateMessages.notices);
  const common = useMessages(commonMessages);
  const f = useFormat();
  const money = useMoneyText();
  const box = useRef<HTMLLIElement>(null);
  useExpiry(box, move, POPUP_LIFETIME_MS, onEnd);
  const metal = common(`metals.${move.metal}`);
  const up = move.changeCents > 0;
  const percent = f.percent(Math.abs(move.changePercent), 'none');
  return (
    <li ref={box} className={`price-popup price-popup-${up ? 'up' : 'down'}`}>
      <MetalDial metal={move.metal} />
      <div>
        <p className="price-popup-title num">
          <svg viewBox="0 0 8 8" aria-hidden="true">
            <path d={up ? 'M4 .8 7.6 7H.4z' : 'M4 7.2.4 1h7.2z'} />
          </svg>
          {t(up ? 'move.up' : 'move.down', { metal, percent })}
        </p>
        <p className="price-popup-text num">
          {t('move.fromTo', { old: money(move.oldPriceCents), new: money(move.newPriceCents) })}
        </p>
      </div>
      <IconButton icon="x" label={t('move.close', { metal })} onClick={() => onEnd(move)} />
    </li>
  );
}
