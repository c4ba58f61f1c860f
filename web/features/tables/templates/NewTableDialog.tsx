import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Overlay.tsx';
import { TemplateCards } from './TemplateCards.tsx';
import { useOpenGrid } from './use-open-grid.ts';

interface Props {
  project: Pick<Project, 'id' | 'userId' | 'settings'>;
  tables: readonly Table[];
  onClose: () => void;
}

/** Tables to begin with, over a screen of the project; the grid of the new one replaces it. */
export function NewTableDialog({ project, tables, onClose }: Props) {
  const { t } = useTranslation('templates');
  const open = useOpenGrid(true);
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      <Text size="sm" c="dimmed" mb="md">
        {t('lead')}
      </Text>
      <TemplateCards
        project={project}
        taken={tables.map(({ name }) => name)}
        onMade={table => {
          open(table);
          onClose();
        }}
      />
    </Dialog>
  );
}
