import type { Project } from '@hzm/contracts/features/projects/project';
import { Loader, SegmentedControl, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiMode, keepApiMode, type ApiMode } from '../../state/api-mode.ts';
import { useLiveProjectOf, useProject } from '../../state/project.live.ts';
import { LiveBadge, TestBadge } from '../../ui/TestBadge.tsx';
import classes from './ProjectMode.module.css';

/** Shows the project, or in test mode its test environment, with a bar to switch. */
export function ProjectMode({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { t } = useTranslation('in-project');
  const navigate = useNavigate();
  const loaded = useProject(projectId);
  const testId = loaded.data?.project.testEnvironmentId;
  // Decided on arrival, so that a test environment created later redirects no one.
  const [arrivedAt, setArrivedAt] = useState<string>();
  const isUndecided = arrivedAt !== projectId && apiMode() === 'test';
  const ledTo = isUndecided ? testId : undefined;
  if (isUndecided && loaded.status !== 'loading' && !ledTo) setArrivedAt(projectId);
  useEffect(() => {
    if (ledTo)
      void navigate({ to: '.', params: { id: ledTo }, search: keptSearch as never, replace: true });
  }, [ledTo, navigate]);
  // The live project is not shown even briefly, because a reader might write there.
  if (isUndecided && (loaded.status === 'loading' || ledTo))
    return (
      <div className={classes.waiting}>
        <Loader size="sm" role="status" aria-label={t('mode.opening')} />
      </div>
    );
  return (
    <>
      {loaded.data && <ModeBar project={loaded.data.project} />}
      {children}
    </>
  );
}

/** Keeps the search parameters valid in both projects: their tables and filters differ. */
const keptSearch = ({ tab, from }: { tab?: string; from?: string }): object => ({ tab, from });

function ModeBar({ project }: { project: Project }) {
  const { t } = useTranslation('in-project');
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
