import type { UploadedFile } from '@hzm/contracts/features/attachments/attachment';
import { getCellFile, getCellThumbnail } from '@hzm/contracts/features/cell-files/api';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconFile, IconPhoto, IconX } from '@tabler/icons-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { fetchFile, saveFile } from '../../../lib/files.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useFile } from '../../../ui/use-file.ts';
import { useSending } from '../../../ui/use-sending.ts';
import type { CellPlace } from './use-cell-uploads.ts';
import { FilesContext } from './use-files.ts';
import classes from './CellFiles.module.css';

interface Props {
  cell: CellPlace;
  id: string;
  busy: boolean;
  /** Absent for readers who may not write. */
  onTake: (() => void) | undefined;
}

/** A file of a cell, with its thumbnail if it is a picture. */
export function CellFile({ cell, id, busy, onTake }: Props) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const file = use(FilesContext)?.fileOf(id);
  const { busy: isLoading, error, run } = useSending();
  if (!file) return <UnreadFile id={id} isGone={file === null} busy={busy} onTake={onTake} />;
  const { file_name: name, size } = file;
  const save = (): void =>
    void run(async () => {
      const { signal } = new AbortController();
      const asked = { params: { ...cell, fileId: id }, query: { download: 'true' } } as const;
      const fetched = await fetchFile(getCellFile, asked, { signal });
      saveFile(new File([fetched], name, { type: fetched.type }));
    });
  return (
    <li className={classes.file} data-file={id}>
      {file.is_image ? <Thumbnail cell={cell} id={id} /> : <FileIcon file={file} />}
      <span className={classes.name} title={name} dir="auto">
        {name}
      </span>
      <Text size="xs" c="dimmed" className={classes.size}>
        {bytesText(size, language)}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={isLoading}
        aria-label={t('cellFiles.download', { name })}
        title={t('cellFiles.download', { name })}
        onClick={save}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {onTake && <TakeOut name={name} busy={busy} onTake={onTake} />}
      {error && (
        <Text size="xs" c="red" role="alert" className={classes.failed}>
          {t('cellFiles.failed')}
        </Text>
      )}
    </li>
  );
}

const FileIcon = ({ file }: { file: UploadedFile }) => (
  <span className={classes.icon} data-kind={file.kind}>
    <IconFile size={20} aria-hidden />
  </span>
);

function Thumbnail({ cell, id }: Pick<Props, 'cell' | 'id'>) {
  const { address } = useFile(getCellThumbnail, { ...cell, fileId: id });
  return (
    <span className={classes.icon}>
      {address === undefined ? <IconPhoto size={20} aria-hidden /> : <img src={address} alt="" />}
    </span>
  );
}

/** A file that is still loading, or no longer kept. */
function UnreadFile({ id, isGone, busy, onTake }: Omit<Props, 'cell'> & { isGone: boolean }) {
  const { t } = useTranslation('grid');
  const text = t(isGone ? 'cellFiles.gone' : 'cellFiles.loading');
  return (
    <li className={classes.file} data-file={id} aria-busy={!isGone || undefined}>
      <span className={classes.icon}>
        <IconFile size={20} aria-hidden />
      </span>
      <Text c="dimmed" className={classes.name} title={id}>
        {text}
      </Text>
      {isGone && onTake && <TakeOut name={text} busy={busy} onTake={onTake} />}
    </li>
  );
}

/**
 * Returns the attributes of a busy button, which keeps the focus that a disabled one would lose.
 */
const waitingIf = (busy: boolean) =>
  busy ? { 'data-disabled': true, 'aria-disabled': true } : undefined;

function TakeOut({ name, busy, onTake }: { name: string; busy: boolean; onTake: () => void }) {
  const { t } = useTranslation('grid');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      {...waitingIf(busy)}
      aria-label={t('cellFiles.take', { name })}
      title={t('cellFiles.take', { name })}
      onClick={onTake}
    >
      <IconX size={18} aria-hidden />
    </ActionIcon>
  );
}

/** A file that was just taken out. */
export function TakenOut({ id, busy, onBack }: { id: string; busy: boolean; onBack: () => void }) {
  const { t } = useTranslation('grid');
  const name = use(FilesContext)?.fileOf(id)?.file_name ?? id;
  return (
    <li className={classes.file} data-file={id} data-taken>
      <span className={classes.icon}>
        <IconFile size={20} aria-hidden />
      </span>
      <s className={classes.name} dir="auto">
        {name}
      </s>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        {...waitingIf(busy)}
        aria-label={t('cellFiles.backOf', { name })}
        onClick={onBack}
      >
        {t('cellFiles.back')}
      </Button>
    </li>
  );
}
