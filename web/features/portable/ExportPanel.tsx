import { exportBackup } from '@hzm/contracts/features/portable/api';
import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { fetchFile, saveFile } from '../../lib/files.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePhase } from './use-phase.ts';
import classes from './Portable.module.css';

export function ExportPanel() {
  const { t } = useTranslation(['portable', 'common']);
  const language = useLanguage();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { phase, bytes, error, run, cancel } = usePhase();
  const isRunning = phase === 'running';
  return (
    <Panel title={t('export.title')}>
      <div className={classes.inside} data-export={phase}>
        <p className={classes.hint}>{t('export.lead')}</p>
        {isRunning && <Progress value={100} animated aria-label={t('export.running')} />}
        <Text size="sm" role="status">
          {isRunning
            ? t('export.bytes', { size: bytesText(bytes, language) })
            : phase === 'success'
              ? t('export.success')
              : ''}
        </Text>
        {error && !isRunning && <ErrorNotice error={error} title={t('export.failed')} />}
        <Group>
          <Button
            leftSection={<IconDownload size={17} aria-hidden />}
            loading={isRunning}
            disabled={isOffline}
            onClick={() =>
              void run(async way =>
                saveFile(await fetchFile(exportBackup, { params: {}, query: {} }, way)),
              )
            }
          >
            {t('export.start')}
          </Button>
          {isRunning && (
            <Button
              variant="default"
              leftSection={<IconX size={17} aria-hidden />}
              onClick={cancel}
            >
              {t('common:cancel')}
            </Button>
          )}
        </Group>
        {isOffline && (
          <Text size="sm" c="dimmed">
            {t('offline')}
          </Text>
        )}
      </div>
    </Panel>
  );
}
