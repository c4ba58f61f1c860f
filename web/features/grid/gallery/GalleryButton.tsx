import { ActionIcon } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Shows rows as cards, and as a grid again. */
export function GalleryButton({
  isOn,
  onChoose,
}: {
  isOn: boolean;
  onChoose: (isGallery: boolean) => void;
}) {
  const { t } = useTranslation('grid');
  const label = t(isOn ? 'gallery.end' : 'gallery.show');
  const Icon = isOn ? IconTable : IconLayoutGrid;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => onChoose(!isOn)}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  );
}
