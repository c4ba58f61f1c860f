import { ActionIcon, Button, CloseButton, Progress, Text } from '@mantine/core';
import { IconFile, IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Uploads } from './use-uploads.ts';
import classes from './Composer.module.css';

/** Files of the next message: progress, removal, and retry of failed ones. */
export function UploadList({ uploads: { all, again, remove } }: { uploads: Uploads }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  if (all.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label={t('attachments.label')}>
      {all.map(upload => {
        const {
          key,
          file: { name, size },
          sent,
          id,
          reason,
        } = upload;
        return (
          <li
            key={key}
            className={classes.upload}
            data-state={id !== undefined ? 'stored' : reason === null ? 'sent' : 'failed'}
          >
            <IconFile size={16} aria-hidden />
            <span className={classes.uploadName} title={name}>
              {name}
            </span>
            <Text size="xs" c="dimmed">
              {bytesText(size, language)}
            </Text>
            <CloseButton
              size="sm"
              aria-label={t('uploads.remove', { name })}
              onClick={() => remove(key)}
            />
            {reason !== null && (
              <span className={classes.uploadFailed} role="alert">
                {reason}{' '}
                <Button size="compact-xs" variant="light" onClick={() => again(upload)}>
                  {t('unsent.again')}
                </Button>
              </span>
            )}
            {id === undefined && reason === null && (
              <Progress
                className={classes.progress}
                size="xs"
                value={size === 0 ? 100 : (100 * sent) / size}
                aria-label={t('uploads.progress', { name })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Button that opens the file picker. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('threads');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-attach
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('uploads.attach')}
        title={t('uploads.attach')}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}
