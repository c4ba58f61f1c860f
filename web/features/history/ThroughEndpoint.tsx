import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './History.module.css';

/** Placeholder of the name in the sentence; no text contains it. */
const NAME = '\u0000';

/** The endpoint through which a change was made, as a link unless it was deleted. */
export function ThroughEndpoint({
  projectId,
  endpoint: { id, name },
}: {
  projectId: string;
  endpoint: NonNullable<HistoryEntry['endpoint']>;
}) {
  const { t } = useTranslation('history');
  if (name === '') return <p className={classes.through}>{t('throughGone')}</p>;
  const [before, after] = t('through', { name: NAME }).split(NAME);
  return (
    <p className={classes.through}>
      {before}
      <Anchor
        component={Link}
        to="/projects/$id/endpoints/$endpointId"
        params={{ id: projectId, endpointId: id } as never}
        inherit
        underline="always"
      >{`“${name}”`}</Anchor>
      {after}
    </p>
  );
}
