// One line of the audit log in full. Import it lazily, as every dialog.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsAuditMessages from '#messages/operators-audit.json';
import type { AuditLogLine } from '../../../../worker/contract/operators/audit-log.ts';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Email } from '../frame/email.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Subject } from './subject.tsx';

type LineDialogProps = {
  readonly open: boolean;
  readonly line: AuditLogLine;
  readonly onClose: () => void;
};

export function LineDialog({ open, line, onClose }: LineDialogProps) {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  return (
    <Dialog open={open} onClose={onClose} title={t('line.title', { seq: f.integer(line.seq) })}>
      <LineFacts line={line} />
    </Dialog>
  );
}

export function LineFacts({ line }: Pick<LineDialogProps, 'line'>) {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  const changes = changesOf(line.before, line.after);
  return (
    <>
      <Facts>
        <Fact label={t('line.when')}>
          <time dateTime={line.at}>{f.dateTime(line.at, 'stamp')}</time>
        </Fact>
        <Fact label={t('line.who')}>
          <Email>{line.actor}</Email>
        </Fact>
        <Fact label={t('line.what')}>{t(`actions.${line.action}`)}</Fact>
        <Fact label={t('line.whom')}>
          <Subject line={line} />
        </Fact>
        {line.note !== null && <Fact label={t('line.reason')}>{line.note}</Fact>}
        <Fact label={t('line.device')}>{line.device ?? t('line.unknown')}</Fact>
        <Fact label={t('line.place')}>{line.place ?? t('line.unknown')}</Fact>
        <Fact label={t('line.address')}>{line.address ?? t('line.unknown')}</Fact>
      </Facts>
      {changes.length > 0 && (
        <section className="audit-changes">
          <h3>{t('line.changes')}</h3>
          <Facts>
            {changes.map((change) => (
              <Change key={change.path} change={change} />
            ))}
          </Facts>
        </section>
      )}
      <Facts>
        <Fact label={t('line.code')}>
          <CopyableId value={line.id} of={t('line.codeOf', { what: t('line.code'), seq: line.seq })} whole />
        </Fact>
        <Fact label={t('line.mark')}>
          <CopyableId value={line.hash} of={t('check.markOf', { seq: line.seq })} whole />
        </Fact>
      </Facts>
    </>
  );
}

function Change({ change: { path, before, after } }: { readonly change: FieldChange }) {
  const t = useMessages(operatorsAuditMessages);
  const text = useFieldText();
  const field = text.name(path);
  if (after === undefined) {
    return <Fact label={t('line.before', { field })}>{text.value(path, before ?? null)}</Fact>;
  }
  if (before === undefined) {
    return <Fact label={t('line.after', { field })}>{text.value(path, after)}</Fact>;
  }
  if (before === after) return <Fact label={field}>{text.value(path, after)}</Fact>;
  return (
    <Fact label={field}>
      <span className="audit-before">{text.value(path, before)}</span> <Icon name="arrow" small />
      <span className="visually-hidden">{t('line.becomes')}</span> <b>{text.value(path, after)}</b>
    </Fact>
  );
}

type Words = { readonly [name: string]: string | Words };

/** The word at the end of a path of names; undefined where there is none. */
function wordAt(words: Words, ...path: readonly string[]): string | undefined {
  const [name = '', ...rest] = path;
  const found = Object.hasOwn(words, name) ? words[name] : undefined;
  if (typeof found === 'object' && rest.length > 0) return wordAt(found, ...rest);
  return typeof found === 'string' && rest.length === 0 ? found : undefined;
}

/** What a field holds in the operator's words, such as a status; undefined for what has none. */
export function wordOf(path: string, value: string): string | undefined {
  const { values, actions } = operatorsAuditMessages;
  const field = path.split('.').at(-1) ?? '';
  return field === 'action' ? wordAt(actions, ...value.split('.')) : wordAt(values, field, value);
}

/** A field's name and value in the operator's language and units; unknown ones are shown as they were written. */
function useFieldText() {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  const { fields } = operatorsAuditMessages;
  return {
    name(path: string): string {
      return path === ''
        ? t('line.value')
        : path
            .split('.')
            .map((part) => wordAt(fields, part) ?? part)
            .join(' · ');
    },
    value(path: string, leaf: Leaf): string {
      if (leaf === null || leaf === '') return t('line.none');
      if (typeof leaf === 'boolean') return t(leaf ? 'line.yes' : 'line.no');
      if (typeof leaf === 'string') return wordOf(path, leaf) ?? leaf;
      if (path.endsWith('Cents')) return f.money(leaf);
      if (path.endsWith('ouncesE4') || path.endsWith('OuncesE4')) return f.ounces(leaf);
      if (path.endsWith('BasisPoints')) return f.percentRound(leaf / 100);
      if (path.endsWith('At')) return f.dateTime(leaf, 'stamp');
      return Number.isSafeInteger(leaf) ? f.integer(leaf) : String(leaf);
    },
  };
}

type Leaf = string | number | boolean | null;

/** One field before and after; undefined where that side does not name the field, which is not the same as null. */
type FieldChange = {
  /** `image.alt` for a field within another; '' for a value that is no object. */
  readonly path: string;
  readonly before: Leaf | undefined;
  readonly after: Leaf | undefined;
};

/** From the JSON texts of a line. A text that is not JSON is shown as it is. */
export function changesOf(before: string | null, after: string | null): readonly FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  const paths = new Set([...was.keys(), ...is.keys()]);
  return [...paths].map((path) => ({ path, before: was.get(path), after: is.get(path) }));
}

function leavesOf(text: string | null): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  if (text === null) return leaves;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = text;
  }
  // A bare null names no field.
  if (value !== null) collect(value, '', leaves);
  return leaves;
}

function collect(value: unknown, path: string, into: Map<string, Leaf>): void {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    into.set(path, value.join(', '));
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, path === '' ? key : `${path}.${key}`, into);
    }
    return;
  }
  into.set(path, value as Leaf);
}
