import { previewWidget } from '@hzm/contracts/features/widgets/api';
import type { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { EMBED_HEIGHT, type EmbedLook } from './embed-address.ts';
import classes from './Widgets.module.css';

/** Time without a change after which settings are tried, in milliseconds. */
const CALM_MS = 400;
/** Maximum height of a preview, in pixels. */
const MAX_HEIGHT = 640;

interface Props {
  projectId: string;
  name: string;
  settings: WidgetSettings;
  look: EmbedLook;
}

/** The page that the embed would be if settings were saved. */
export function Preview({ projectId, name, settings, look }: Props) {
  const { t } = useTranslation('widgets');
  const [calm] = useDebouncedValue(JSON.stringify({ name, settings, ...look }), CALM_MS);
  const { data, error, reload } = useAnswer(previewWidget, {
    params: { projectId },
    body: JSON.parse(calm) as EmbedLook & Pick<Props, 'name' | 'settings'>,
  });
  const [height, setHeight] = useState(EMBED_HEIGHT);
  const measure = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void => {
    const { scrollHeight = EMBED_HEIGHT } = currentTarget.contentDocument?.documentElement ?? {};
    setHeight(Math.min(scrollHeight, MAX_HEIGHT));
  };
  if (error)
    return (
      <ErrorNotice
        error={error}
        title={t('preview.failed')}
        onRetry={error.details.length > 0 ? undefined : reload}
      />
    );
  if (data === null) return <Skeleton h={200} aria-busy />;
  return (
    <iframe
      className={classes.frame}
      srcDoc={data.html}
      title={t('embed.frame', { name })}
      height={height}
      // Nothing in it runs; its height can be read.
      sandbox="allow-same-origin"
      onLoad={measure}
    />
  );
}
