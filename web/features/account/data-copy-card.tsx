// Account, My data: the complete copy, asked for once a day, and the copies that can be downloaded.

import { afterwards } from '../../api/afterwards.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProblemNotice, useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { MyData } from '../../../worker/contract/my-data.ts';
import { useAskForCopy, useDownloadCopy, useMyData } from './my-data.ts';
import '../../styles/account.css';

export function DataCopyCard() {
  const t = useMessages(myDataMessages.export);
  const f = useFormat();
  const language = useLocale();
  const { data } = useMyData();
  const ask = useAskForCopy();
  const next = data?.nextExportAt ?? null;
  const run = () =>
    afterwards(ask.mutateAsync(language), {
      onSuccess: () => showToast({ type: 'success', title: t('asked') }),
    });
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        <p className="safety-text">
          {t('text')}{' '}
          <Link to="/verify" className="link">
            {t('check')}
          </Link>
        </p>
        {ask.isError && <ProblemNotice error={ask.error} />}
        <Button
          className="safety-start"
          disabled={data === undefined || next !== null}
          busy={ask.isPending}
          busyLabel={t('asking')}
          onClick={run}
        >
          {t('ask')}
        </Button>
        {next !== null && <p className="small quiet">{t('next', { time: f.dateTime(next, 'minute') })}</p>}
        {data !== undefined && data.exports.length > 0 && (
          <ul className="copy-list">
            {data.exports.map((copy) => (
              <CopyRow key={copy.id} copy={copy} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function CopyRow({ copy }: { readonly copy: MyData['exports'][number] }) {
  const t = useMessages(myDataMessages.export);
  const f = useFormat();
  const showError = useErrorToast();
  const download = useDownloadCopy();
  const { id, requestedAt, state, expiresAt, sha256 } = copy;
  const time = expiresAt === null ? '' : f.dateTime(expiresAt, 'minute');
  const run = () =>
    afterwards(download.mutateAsync({ id, name: `onca-${requestedAt.slice(0, 10)}.zip` }), {
      onError: (error) => showError(t('download'), error),
    });
  return (
    <li>
      <div className="safety-what">
        <p className="safety-name">{t(`states.${state}`, { time })}</p>
        <p className="small quiet">{t('of', { time: f.dateTime(requestedAt, 'minute') })}</p>
        {state === 'ready' && sha256 !== null && (
          <p className="small quiet copy-hash">
            {t('hash')}: {sha256}
          </p>
        )}
      </div>
      {state === 'ready' && (
        <Button size="small" busy={download.isPending} busyLabel={t('downloading')} onClick={run}>
          {t('download')}
        </Button>
      )}
    </li>
  );
}
