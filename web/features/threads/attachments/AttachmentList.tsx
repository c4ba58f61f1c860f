import { getAttachment, getThumbnail } from '@hzm/contracts/features/attachments/api';
import type { Attachment } from '@hzm/contracts/features/threads/message';
import { ActionIcon, Button, Loader, Text } from '@mantine/core';
import { IconDownload, IconFile, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { fetchFile, saveFile } from '../../../lib/files.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useFile } from '../../../ui/use-file.ts';
import classes from './Attachments.module.css';

type Stored = Attachment & { readonly id: string; readonly size: number };
type Shown = Stored & { readonly width: number; readonly height: number };

const isStored = (one: Attachment): one is Stored => one.id !== null && one.size !== undefined;
const isPicture = (one: Stored): one is Shown =>
  one.is_image === true && one.width !== undefined && one.height !== undefined;

/** Maximum size of a thumbnail in a list, in pixels. */
const WIDE = 240;
const HIGH = 180;

/** Attachments of a message: pictures that open, files to save, and mere names. */
export function AttachmentList({
  threadId,
  attachments,
}: {
  threadId: string;
  attachments: readonly Attachment[];
}) {
  const { t } = useTranslation('threads');
  const [open, setOpen] = useState<Shown | null>(null);
  if (attachments.length === 0) return null;
  return (
    <>
      <ul className={classes.list} aria-label={t('attachments.label')}>
        {attachments.map((one, at) => (
          <li key={one.id ?? `${at}${one.file_name}`}>
            {!isStored(one) ? (
              <span className={classes.name}>{one.file_name}</span>
            ) : isPicture(one) ? (
              <Thumbnail threadId={threadId} picture={one} onOpen={() => setOpen(one)} />
            ) : (
              <StoredFile threadId={threadId} file={one} />
            )}
          </li>
        ))}
      </ul>
      <Dialog
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open?.file_name}
        size="xl"
      >
        {open && <WholePicture threadId={threadId} picture={open} />}
      </Dialog>
    </>
  );
}

/** Sized before it loads, so that nothing moves. */
function Thumbnail({
  threadId,
  picture: { id, file_name, width, height },
  onOpen,
}: {
  threadId: string;
  picture: Shown;
  onOpen: () => void;
}) {
  const { t } = useTranslation('threads');
  const { address, isFailed } = useFile(getThumbnail, { threadId, attachmentId: id });
  const scale = Math.min(1, WIDE / width, HIGH / height);
  return (
    <button
      type="button"
      className={classes.picture}
      style={{ width: Math.max(44, width * scale), aspectRatio: `${width} / ${height}` }}
      aria-label={t('attachments.open', { name: file_name })}
      title={file_name}
      onClick={onOpen}
    >
      {address !== undefined ? (
        <img src={address} alt="" />
      ) : (
        isFailed && <IconPhoto size={24} aria-hidden />
      )}
    </button>
  );
}

function WholePicture({
  threadId,
  picture: { id, file_name, size, width, height },
}: {
  threadId: string;
  picture: Shown;
}) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  const { file, address, isFailed } = useFile(getAttachment, { threadId, attachmentId: id });
  return (
    <figure className={classes.whole}>
      {address !== undefined ? (
        <img src={address} alt={file_name} style={{ aspectRatio: `${width} / ${height}` }} />
      ) : isFailed ? (
        <Text role="alert">{t('attachments.failed')}</Text>
      ) : (
        <Loader size="sm" role="status" aria-label={t('attachments.loading')} />
      )}
      <figcaption>
        <Text size="sm" c="dimmed">{`${width} × ${height} · ${bytesText(size, language)}`}</Text>
        {file && (
          <Button
            variant="default"
            leftSection={<IconDownload size={17} aria-hidden />}
            onClick={() => saveFile(new File([file], file_name, { type: file.type }))}
          >
            {t('attachments.save')}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

function StoredFile({
  threadId,
  file: { id, file_name, size, kind },
}: {
  threadId: string;
  file: Stored;
}) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    setState('loading');
    try {
      const file = await fetchFile(
        getAttachment,
        { params: { threadId, attachmentId: id }, query: { download: 'true' } },
        { signal: new AbortController().signal },
      );
      saveFile(new File([file], file_name, { type: file.type }));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <div className={classes.file} data-kind={kind}>
      <IconFile size={20} aria-hidden />
      <span className={classes.name} title={file_name}>
        {file_name}
      </span>
      <Text size="xs" c="dimmed" className={classes.size}>
        {[shortKind(kind), bytesText(size, language)].filter(text => text !== '').join(' · ')}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={state === 'loading'}
        aria-label={t('attachments.download', { name: file_name })}
        onClick={() => void save()}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {state === 'failed' && (
        <Text size="xs" c="red" role="alert" className={classes.failed}>
          {t('attachments.failed')}
        </Text>
      )}
    </div>
  );
}

/** Returns `PDF` for `application/pdf`; empty if the type's name says little. */
function shortKind(kind: string | undefined): string {
  if (kind === 'text/plain') return 'TXT';
  const name = kind?.split('/').at(-1)?.replace(/^x-/, '') ?? '';
  return /^[a-z0-9]{2,5}$/.test(name) ? name.toUpperCase() : '';
}
