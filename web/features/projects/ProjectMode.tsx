import type { Project } from '@hzm/contracts/features/projects/project';
import { Loader, SegmentedControl, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiMode, keepApiMode, type ApiMode } from '../../state/api-mode.ts';
import { useLiveProjectOf, useProject } from '../../state/project.live.ts';
import { LiveBadge, TestBadge } from '../../ui/TestBadge.tsx';
import classes from './ProjectMode.module.css';

/**
 * What is shown of a project: itself, or in test mode its test environment; above it, which of
 * both, and the way to the other.
 */
export function ProjectMode({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const loaded = useProject(projectId);
  const testId = loaded.data?.project.testEnvironmentId;
  // Decided when one arrives: whoever makes a test environment later takes nobody away from their
  // work.
  const [arrivedAt, setArrivedAt] = useState<string>();
  const isUndecided = arrivedAt !== projectId && apiMode() === 'test';
  const ledTo = isUndecided ? testId : undefined;
  if (isUndecided && loaded.status !== 'loading' && !ledTo) setArrivedAt(projectId);
  useEffect(() => {
    if (ledTo)
      void navigate({ to: '.', params: { id: ledTo }, search: keptSearch as never, replace: true });
  }, [ledTo, navigate]);
  // What is live is not shown for a moment, either: somebody might write there.
  if (isUndecided && (loaded.status === 'loading' || ledTo))
    return (
      <div className={classes.waiting}>
        <Loader size="sm" aria-label={t('mode.opening')} />
      </div>
    );
  return (
    <>
      {loaded.data && <ModeBar project={loaded.data.project} />}
      {children}
    </>
  );
}

/** Of a search what both projects have: tables are others there, and so is what is filtered by. */
const keptSearch = ({ tab, from }: { tab?: string; from?: string }): object => ({ tab, from });

function ModeBar({ project }: { project: Project }) {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  const { parentProjectId, testEnvironmentId } = project;
  useLiveProjectOf(project);
  const other = parentProjectId ?? testEnvironmentId;
  if (other === null) return null;
  const shown: ApiMode = parentProjectId === null ? 'live' : 'test';
  const change = (next: ApiMode): void => {
    keepApiMode(next);
    const kept = Object.entries(keptSearch(search)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    location.assign(
      `${pathname.replace(/^(\/projects\/)[^/]+/, `$1${other}`)}${kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : ''}`,
    );
  };
  return (
    <section className={classes.bar} data-mode={shown} aria-label={t('mode.label')}>
      <div className={classes.said}>
        {shown === 'test' ? <TestBadge isLoud /> : <LiveBadge />}
        <Text size="sm" className={classes.text}>
          {t(shown === 'test' ? 'mode.inTest' : 'mode.inLive')}
        </Text>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('mode.label')}
        value={shown}
        onChange={change}
        className={classes.switch}
        data={
          [
            { value: 'live', label: t('mode.toLive') },
            { value: 'test', label: t('mode.toTest') },
          ] satisfies { value: ApiMode; label: string }[]
        }
      />
    </section>
  );
}
