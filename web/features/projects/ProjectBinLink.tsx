import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useProjectBin } from '../../ui/use-project-bin.ts';

/** The way to the reader's deleted projects, with their number. */
export function ProjectBinLink() {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const { total } = useProjectBin(1);
  return (
    <Button
      component={Link}
      to="/projects/bin"
      variant="default"
      leftSection={<IconTrash size={18} aria-hidden />}
    >
      {total === 0
        ? t('bin.open')
        : t('bin.openCount', { formatted: formatNumber(total, language) })}
    </Button>
  );
}
