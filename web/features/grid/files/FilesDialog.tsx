import type { Json } from '@hzm/contracts/core/json';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Overlay.tsx';
import { CellFiles } from './CellFiles.tsx';
import type { CellPlace } from './use-cell-uploads.ts';

interface Props {
  cell: CellPlace;
  fieldName: string;
  value: Json;
  writes: boolean;
  given: readonly File[];
  onClose: () => void;
}

/** The files of a cell over the grid. */
export function FilesDialog({ cell, fieldName, value, writes, given, onClose }: Props) {
  const { t } = useTranslation('grid');
  return (
    <Dialog opened onClose={onClose} title={t('cellFiles.of', { field: fieldName })} size="md">
      <CellFiles cell={cell} value={value} writes={writes} given={given} focused />
    </Dialog>
  );
}
