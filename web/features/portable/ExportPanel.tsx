import { exportBackup } from '@hzm/contracts/features/portable/api';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fetchFile, saveFile } from '../../lib/files.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { Download } from '../../ui/Download.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useTransfer } from '../../ui/use-transfer.ts';
import classes from './Portable.module.css';

export function ExportPanel() {
  const { t } = useTranslation('portable');
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const transfer = useTransfer();
  return (
    <Panel title={t('export.title')}>
      <div className={classes.inside} data-export={transfer.phase}>
        <p className={classes.hint}>{t('export.lead')}</p>
        <Download
          transfer={transfer}
          texts={{
            start: t('export.start'),
            running: t('export.running'),
            bytes: size => t('export.bytes', { size }),
            success: t('export.success'),
            failed: t('export.failed'),
          }}
          disabled={isOffline}
          onStart={() =>
            void transfer.run(async way =>
              saveFile(await fetchFile(exportBackup, { params: {}, query: {} }, way)),
            )
          }
        />
        {isOffline && (
          <Text size="sm" c="dimmed">
            {t('offline')}
          </Text>
        )}
      </div>
    </Panel>
  );
}
