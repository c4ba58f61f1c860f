import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { BIN_DAYS } from '@hzm/contracts/features/tables/bin-limits';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Tabs } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { binKinds, isBinKind, type BinKind } from './kinds.ts';
import { RowBin } from './RowBin.tsx';
import { SchemaBin } from './SchemaBin.tsx';

export interface BinPlace {
  readonly kind?: BinKind | undefined;
  /** The table whose rows are listed. */
  readonly table?: string | undefined;
}

interface Props {
  project: Project;
  tables: readonly Table[];
  place: BinPlace;
  onPlace: (place: BinPlace) => void;
}

/** Everything of a project that was deleted and can be restored, in three lists. */
export function BinScreen({ project, tables, place, onPlace }: Props) {
  const { t } = useTranslation('bin');
  const mayRows = mayAs(project.role, 'rows:delete');
  const kinds = mayAs(project.role, 'project:write') ? binKinds : (['rows'] as const);
  const wanted = place.kind ?? 'rows';
  const kind = kinds.find(one => one === wanted) ?? 'rows';
  return (
    <Page
      title={t('title')}
      subtitle={t('lead', { project: project.name })}
      back={<Trail project={project} />}
    >
      {mayRows ? (
        <Tabs
          value={kind}
          onChange={next => onPlace({ ...place, kind: isBinKind(next) ? next : undefined })}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('lists')} mb="md">
            {kinds.map(one => (
              <Tabs.Tab key={one} value={one}>
                {t(`kinds.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {kinds.map(one => (
            <Tabs.Panel key={one} value={one}>
              {one === 'rows' ? (
                <RowBin
                  projectId={project.id}
                  tables={tables}
                  tableId={place.table}
                  onTable={table => onPlace({ kind: 'rows', table })}
                />
              ) : (
                <SchemaBin
                  key={one}
                  projectId={project.id}
                  kind={one}
                  hint={t(`hint.${one}`, { days: BIN_DAYS })}
                />
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        <EmptyState icon={<IconLock size={26} />} text={t('forbidden')} />
      )}
    </Page>
  );
}
