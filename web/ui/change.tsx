import commonMessages from '#messages/common.json';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { classes } from './classes.ts';

type ChangeProps = {
  /** 0.82 is +0.82 %; null is unknown and shown as a dash. */
  readonly percent: number | null;
  /** An amount before the percentage, as text with its sign. */
  readonly amount?: string;
  /** In narrow columns the text is only for screen readers. */
  readonly quietWord?: boolean;
};

/** Direction by arrow, sign and text; colour only repeats it. */
export function Change({ percent, amount, quietWord = false }: ChangeProps) {
  const t = useMessages(commonMessages);
  const f = useFormat();
  if (percent === null) {
    return (
      <span className="change quiet">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('unknown')}</span>
      </span>
    );
  }
  const text = f.percent(percent);
  const direction = text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'flat';
  return (
    <span className={classes('change', TONE[direction])}>
      {direction !== 'flat' && (
        <svg viewBox="0 0 8 8" aria-hidden="true">
          <path d={direction === 'up' ? 'M4 .8 7.6 7H.4z' : 'M4 7.2.4 1h7.2z'} />
        </svg>
      )}
      <span>{amount === undefined ? text : `${amount} (${text})`}</span>
      <span className={quietWord ? 'visually-hidden' : 'change-word'}>{t(`change.${direction}`)}</span>
    </span>
  );
}

const TONE = { up: 'gain', down: 'loss', flat: 'quiet' } as const;
