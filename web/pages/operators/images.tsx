// Images and videos of the site: upload, associate, manage, one step after the other. The step is in the URL, so that a reload
// and Back find it again.

import { useCallback, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AssociatePanel } from '../../features/operators/images/associate-panel.tsx';
import { changeDraft, EMPTY_DRAFT } from '../../features/operators/images/draft.ts';
import { ManagePanel } from '../../features/operators/images/manage-panel.tsx';
import { UploadPanel, useImageUpload } from '../../features/operators/images/upload-panel.tsx';
import { useVideoUpload } from '../../features/operators/images/video-upload-card.tsx';
import { VideosPanel } from '../../features/operators/images/videos-panel.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import '../../styles/operators.css';
import { Tabs } from '../../ui/tabs.tsx';

export const meta = hiddenPageMeta(titles.images);

const STEPS = ['upload', 'associate', 'manage', 'videos'] as const;
type Step = (typeof STEPS)[number];

export default function ImagesPage() {
  const t = useMessages(operatorsImagesMessages.images);
  const { step, arrived, choose, arrive } = useStep();
  const [draft, change] = useReducer(changeDraft, EMPTY_DRAFT);
  const associate: Parameters<typeof useImageUpload>[0] = useCallback(
    (image) => {
      // An operator who has opened another step stays there.
      if (step !== 'upload') return;
      change({ kind: 'uploaded', image });
      arrive('associate');
    },
    [arrive, step],
  );
  const images = useImageUpload(associate);
  const video = useVideoUpload();
  const manage = useCallback(() => arrive('manage'), [arrive]);
  const upload = useCallback(() => arrive('upload'), [arrive]);
  const panels = {
    upload: <UploadPanel upload={images} arrived={arrived} onAssociate={associate} />,
    associate: (
      <AssociatePanel draft={draft} onChange={change} arrived={arrived} onUpload={upload} onDone={manage} />
    ),
    manage: <ManagePanel arrived={arrived} onUpload={upload} />,
    videos: <VideosPanel upload={video} />,
  } as const satisfies Record<Step, unknown>;
  return (
    <OperatorsPanel title={titles.images.title} lead={t('lead')}>
      <Tabs
        label={t('tabs.label')}
        value={step}
        onChange={choose}
        tabs={STEPS.map((value) => ({ value, label: t(`tabs.${value}`), panel: panels[value] }))}
      />
    </OperatorsPanel>
  );
}

/** `arrived` when the step before opened this one, not a press on the tab. */
function useStep() {
  const [params, setParams] = useSearchParams();
  const [arrived, setArrived] = useState(false);
  const asked = params.get('tab');
  const step = STEPS.find((value) => value === asked) ?? 'upload';
  const go = useCallback(
    (next: Step, led: boolean) => {
      setArrived(led);
      setParams(next === 'upload' ? {} : { tab: next }, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  const choose = useCallback((next: Step) => go(next, false), [go]);
  const arrive = useCallback((next: Step) => go(next, true), [go]);
  return { step, arrived, choose, arrive };
}
