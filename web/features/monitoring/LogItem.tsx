import { isolated } from '@hzm/contracts/core/isolated';
import { projectHistory } from '@hzm/contracts/features/history/api';
import type { LogActor, LogLine, LogType } from '@hzm/contracts/features/monitoring/log';
import { Anchor, Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { dayOf } from '../../lib/values/date-text.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import classes from './Monitoring.module.css';

const colors: Record<LogType, string> = {
  success: 'teal',
  warning: 'yellow',
  error: 'red',
  info: 'blue',
};

interface Props {
  line: LogLine;
  /** Absent where each line names its own. */
  projectId: string | undefined;
  onActor: (actor: LogActor) => void;
  onProject?: ((id: string) => void) | undefined;
}

/** An entry of the log; requests open to their details. */
export function LogItem({ line, projectId, onActor, onProject }: Props) {
  const { t } = useTranslation('monitoring');
  const [isOpen, setOpen] = useState(false);
  const { type, time, message, request } = line;
  const head = (
    <>
      <Badge variant="light" tt="none" color={colors[type]} className={classes.type}>
        {t(`types.${type}`)}
      </Badge>
      <Text span size="sm" className={classes.message}>
        {message}
        {request?.project && (
          <Text span size="xs" c="dimmed">
            {' · '}
            {isolated(request.project.name)}
          </Text>
        )}
      </Text>
      <Text span size="xs" c="dimmed" className={classes.time}>
        <RelativeTime at={time} />
      </Text>
    </>
  );
  return (
    <li className={classes.item}>
      {request ? (
        <UnstyledButton
          className={classes.line}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {head}
        </UnstyledButton>
      ) : (
        <div className={classes.line}>{head}</div>
      )}
      {isOpen && request && (
        <Details
          line={line}
          request={request}
          projectId={projectId}
          onActor={onActor}
          onProject={onProject}
        />
      )}
    </li>
  );
}

function Details({
  line: { actor },
  request: { requestId, call, ms, bytes, position, project },
  projectId = project?.id,
  onActor,
  onProject,
}: Props & { request: NonNullable<LogLine['request']> }) {
  const { t } = useTranslation('monitoring');
  const language = useLanguage();
  return (
    <dl className={classes.details}>
      <Fact name={t('detail.requestId')}>
        <code className={classes.code}>{requestId}</code>
        <CopyAction value={requestId} label={t('detail.copy')} done={t('detail.copied')} />
      </Fact>
      <Fact name={t('detail.call')}>{call}</Fact>
      <Fact name={t('detail.time')}>
        {t('detail.ms', { formatted: formatNumber(ms, language) })}
      </Fact>
      <Fact name={t('detail.size')}>{bytesText(bytes, language)}</Fact>
      {actor && (
        <Fact name={t('detail.actor')}>
          {actor.name ?? t(`actors.${actor.kind}`)}
          {actor.id !== null && (
            <Button size="compact-xs" variant="subtle" onClick={() => onActor(actor)}>
              {t('onlyThis')}
            </Button>
          )}
        </Fact>
      )}
      {project && (
        <Fact name={t('detail.project')}>
          {project.name}
          {onProject && (
            <Button size="compact-xs" variant="subtle" onClick={() => onProject(project.id)}>
              {t('onlyProject')}
            </Button>
          )}
        </Fact>
      )}
      {position !== null && projectId !== undefined && (
        <InHistory projectId={projectId} position={position} />
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The history entry that a request caused. */
function InHistory({ projectId, position }: { projectId: string; position: string }) {
  const { t } = useTranslation('monitoring');
  const before = String(BigInt(position) - 1n).padStart(position.length, '0');
  const { data, error } = useAnswer(projectHistory, {
    params: { projectId },
    query: { after: before, limit: 1 },
  });
  const entry = data?.events.find(one => one.position === position);
  const day = entry && dayOf(new Date(entry.at));
  return (
    <Fact name={t('detail.history')}>
      {entry ? (
        <>
          {entry.summary}{' '}
          <Anchor
            size="sm"
            underline="always"
            component={Link}
            to={`/projects/${projectId}/history` as '/projects'}
            search={{ from: day, to: day, actor: entry.actor.id } as never}
          >
            {t('detail.toHistory')}
          </Anchor>
        </>
      ) : (
        t(data || error ? 'detail.noHistory' : 'loading')
      )}
    </Fact>
  );
}
