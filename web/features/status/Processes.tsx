import { isGone, type ProcessState } from '@hzm/contracts/core/status';
import { Badge, Group, ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import { recently } from './sums.ts';
import classes from './Status.module.css';

/** Processes with their roles. `now` is the time of the status. */
export function Processes({ processes, now }: { processes: readonly ProcessState[]; now: string }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const number = (value: number): string => formatNumber(value, language);
  return (
    <Panel title={t('processes.title')}>
      <ScrollArea
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('processes.title') }}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('processes.roles')}</th>
              <th scope="col">{t('processes.uptime')}</th>
              <th scope="col">{t('processes.commands')}</th>
              <th scope="col">{t('processes.sockets')}</th>
              <th scope="col">{t('processes.memory')}</th>
              <th scope="col">{t('processes.version')}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map(
              ({
                id,
                roles,
                version,
                startedAt,
                at,
                memory,
                commands,
                sockets,
                watchers,
                isWriter,
              }) => {
                const gone = isGone({ at }, now);
                return (
                  <ProcessRow
                    key={id}
                    gone={gone}
                    roles={roles}
                    isWriter={isWriter}
                    at={at}
                    startedAt={startedAt}
                    number={number}
                    commands={commands}
                    sockets={sockets}
                    watchers={watchers}
                    memory={memory}
                    version={version}
                  />
                );
              },
            )}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}

function ProcessRow({
  gone,
  roles,
  isWriter,
  at,
  startedAt,
  number,
  commands,
  sockets,
  watchers,
  memory,
  version,
}: {
  gone: boolean;
  roles: string[];
  isWriter: boolean;
  at: string;
  startedAt: string;
  number: (value: number) => string;
  commands: number[];
  sockets: number;
  watchers: number;
  memory: number;
  version: string;
}) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  return (
    <tr data-gone={gone || undefined}>
      <ProcessName roles={roles} isWriter={isWriter} gone={gone} />
      <td className="hzm-figures">{uptime(Date.parse(at) - Date.parse(startedAt), t)}</td>
      <td className="hzm-figures">{number(recently(commands))}</td>
      <td className="hzm-figures">
        {t('processes.socketsOf', {
          sockets: number(sockets),
          watchers: number(watchers),
        })}
      </td>
      <td className="hzm-figures">{bytesText(memory, language)}</td>
      <td>{version}</td>
    </tr>
  );
}

function ProcessName({
  roles,
  isWriter,
  gone,
}: {
  roles: string[];
  isWriter: boolean;
  gone: boolean;
}) {
  const { t } = useTranslation('status');
  return (
    <th scope="row">
      <Group gap={6}>
        {roles.map(role => (
          <Badge miw="max-content" key={role} variant="light" tt="none" color="gray">
            {t(`roles.${role as 'api'}`)}
          </Badge>
        ))}
        {isWriter && roles.length < 3 && (
          <Badge miw="max-content" variant="light" tt="none">
            {t('processes.writer')}
          </Badge>
        )}
        {gone && (
          <Badge miw="max-content" variant="light" tt="none" color="red">
            {t('processes.gone')}
          </Badge>
        )}
      </Group>
    </th>
  );
}

type Say = (
  key: 'processes.days' | 'processes.hours' | 'processes.minutes' | 'processes.seconds',
  values: { count: number },
) => string;

/** Formats an uptime in its largest unit. */
function uptime(milliseconds: number, t: Say): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return t('processes.seconds', { count: seconds });
  if (seconds < 3_600) return t('processes.minutes', { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t('processes.hours', { count: Math.floor(seconds / 3_600) });
  return t('processes.days', { count: Math.floor(seconds / 86_400) });
}
