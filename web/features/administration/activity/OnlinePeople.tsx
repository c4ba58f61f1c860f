import type { OnlinePerson } from '@hzm/contracts/core/activity';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../state/use-session.ts';
import classes from './Activity.module.css';

const addresses = {
  data: '/projects/$id/data',
  threads: '/projects/$id/endpoint-requests',
  requests: '/projects/$id/endpoint-requests',
  project: '/projects/$id',
} as const;

/** Bound of the initial list. */
const SHOWN = 20;

/**
 * People connected, since when, and in which part of which project. @param at ISO time of this
 * state
 */
export function OnlinePeople({ people, at }: { people: readonly OnlinePerson[]; at: string }) {
  const { t } = useTranslation('activity');
  const { user } = useSession();
  const [isWhole, setIsWhole] = useState(false);
  const sinceOf = (since: string): string => {
    const minutes = Math.max(0, Math.floor((Date.parse(at) - Date.parse(since)) / 60_000));
    if (minutes === 0) return t('online.justNow');
    return minutes < 60
      ? t('online.minutes', { count: minutes })
      : t('online.hours', { count: Math.floor(minutes / 60) });
  };
  if (people.length === 0) return <p className={classes.nobody}>{t('online.nobody')}</p>;
  const shown = isWhole ? people : people.slice(0, SHOWN);
  return (
    <>
      <ul className={classes.people} aria-label={t('online.title')}>
        {shown.map(({ userId, name, since, places }) => (
          <li key={userId} data-online={userId}>
            <span className={classes.who}>
              {name}
              {userId === user.id && <span> {t('online.you')}</span>}
            </span>
            <span className={classes.places}>
              {places.length === 0
                ? t('online.elsewhere')
                : places.map(place => (
                    <Place key={`${place.area} ${place.projectId}`} place={place} />
                  ))}
            </span>
            <time dateTime={since}>{sinceOf(since)}</time>
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <Button variant="subtle" size="sm" fullWidth onClick={() => setIsWhole(true)}>
          {t('online.more', { count: people.length - shown.length })}
        </Button>
      )}
    </>
  );
}

function Place({
  place: { area, projectId, projectName },
}: {
  place: OnlinePerson['places'][number];
}) {
  const { t } = useTranslation('activity');
  if (area === 'administration' || projectId === undefined) return <span>{t(`area.${area}`)}</span>;
  return (
    <Anchor
      component={Link}
      size="sm"
      to={addresses[area]}
      params={{ id: projectId } as never}
      {...(area === 'threads' && { search: { tab: 'chat' } as never })}
    >
      {t('online.place', { project: projectName ?? t('online.unnamed'), area: t(`area.${area}`) })}
    </Anchor>
  );
}
