import { BIN_DAYS } from '@hzm/contracts/features/tables/bin-limits';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProjectBin } from '../../ui/use-project-bin.ts';
import { BinList } from './BinList.tsx';
import type { Item } from './kinds.ts';

/** The reader's own projects that were deleted and can be brought back. */
export function ProjectBinScreen() {
  const { t } = useTranslation('bin');
  const language = useLanguage();
  const bin = useProjectBin();
  const items = bin.projects?.map(({ tableCount, hasTestEnvironment, ...project }): Item => ({
    ...project,
    detail: [
      t('tables', { count: tableCount, formatted: formatNumber(tableCount, language) }),
      ...(hasTestEnvironment ? [t('projects.withTest')] : []),
    ].join(' · '),
  }));
  return (
    <Page
      title={t('projects.title')}
      subtitle={t('projects.lead')}
      back={<BackLink to="/projects" label={t('projects.back')} />}
    >
      <BinList
        place={{ projectId: '', kind: 'projects' }}
        hint={t('hint.projects', { days: BIN_DAYS })}
        page={items && { ...bin, items }}
        error={bin.error}
        reload={bin.reload}
      />
    </Page>
  );
}
