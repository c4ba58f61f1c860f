import { Button, CloseButton, Progress, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { CellUpload, CellUploads } from './use-cell-uploads.ts';
import classes from './CellFiles.module.css';

/** The progress of an upload, or the reason why it failed. */
export function UploadItem({
  upload,
  uploads: { again, remove },
}: {
  upload: CellUpload;
  uploads: CellUploads;
}) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const {
    key,
    file: { name, size },
    sent,
    reason,
  } = upload;
  return (
    <li className={classes.file} data-file={key} data-failed={reason !== null || undefined}>
      <span className={classes.icon}>
        <IconFile size={20} aria-hidden />
      </span>
      <span className={classes.name} title={name} dir="auto">
        {name}
      </span>
      <Text size="xs" c="dimmed" className={classes.size}>
        {bytesText(size, language)}
      </Text>
      <CloseButton aria-label={t('cellFiles.cancel', { name })} onClick={() => remove(key)} />
      {reason === null ? (
        <Progress
          className={classes.wide}
          size="xs"
          value={size === 0 ? 100 : (100 * sent) / size}
          aria-label={t('cellFiles.progress', { name })}
        />
      ) : (
        <span className={classes.failed} role="alert">
          {reason}{' '}
          <Button size="compact-xs" variant="light" onClick={() => again(upload)}>
            {t('cellFiles.again')}
          </Button>
        </span>
      )}
    </li>
  );
}
