import type { Table } from '@hzm/contracts/features/tables/table';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { HistoryDrawer } from '../../features/history/HistoryDrawer.tsx';
import { KeysTab } from '../../features/keys/KeysTab.tsx';
import { MembersTab } from '../../features/members/MembersTab.tsx';
import { isProjectTab, type ProjectTab } from '../../features/projects/project-tabs.ts';
import { ProjectScreen } from '../../features/projects/ProjectScreen.tsx';
import { SettingsTab } from '../../features/projects/settings/SettingsTab.tsx';
import { TablesTab } from '../../features/tables/TablesTab.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { part } from '../../ui/part.ts';
import { useAddressStep } from '../../ui/use-history-step.ts';

// Read when it is asked for.
const TransferDialog = part(
  async () => (await import('../../features/transfer/TransferDialog.tsx')).TransferDialog,
);
const CopyRowsDialog = part(
  async () => (await import('../../features/copies/CopyRowsDialog.tsx')).CopyRowsDialog,
);

export const Route = createFileRoute('/_signed-in/projects/$id/')({
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    tab?: ProjectTab;
    table?: string;
    history?: string;
    transfer?: true;
    copy?: true;
    from?: 'admin';
  } => ({
    ...(isProjectTab(search['tab']) && search['tab'] !== 'tables' ? { tab: search['tab'] } : {}),
    ...(typeof search['table'] === 'string' ? { table: search['table'] } : {}),
    ...(typeof search['history'] === 'string' ? { history: search['history'] } : {}),
    ...(search['transfer'] === true ? { transfer: true } : {}),
    ...(search['copy'] === true ? { copy: true } : {}),
    ...(search['from'] === 'admin' ? { from: 'admin' } : {}),
  }),
  loader: () =>
    loadTexts('forms', 'projects', 'tables', 'history', 'keys', 'members', 'transfer', 'copies'),
  component: ProjectRoute,
});

function ProjectRoute() {
  const { id } = Route.useParams();
  const { tab = 'tables', table, history, transfer, copy } = Route.useSearch();
  const navigate = Route.useNavigate();
  const step = useAddressStep();
  const select = (next: string | undefined): void =>
    void navigate({
      search: rest => ({ ...rest, table: next }),
      replace: next === undefined,
      resetScroll: false,
    });
  return (
    <>
      <ProjectScreen
        projectId={id}
        tab={tab}
        onTab={next =>
          void navigate({
            search: rest => ({ ...rest, tab: next === 'tables' ? undefined : next }),
            resetScroll: false,
          })
        }
        place={tables => tables.find(one => one.id === table)?.name}
      >
        {(shown, project, tables) =>
          shown === 'members' ? (
            <MembersTab project={project} />
          ) : shown === 'api' ? (
            <KeysTab project={project} tables={tables} />
          ) : shown === 'settings' ? (
            <SettingsTab project={project} />
          ) : (
            <ProjectTabs
              id={id}
              table={table}
              select={select}
              step={step}
              tables={tables}
              history={history}
            />
          )
        }
      </ProjectScreen>
      <OpenDialogs transfer={transfer} id={id} step={step} copy={copy} />
    </>
  );
}

function OpenDialogs({
  transfer,
  id,
  step,
  copy,
}: {
  transfer: true | undefined;
  id: string;
  step: ReturnType<typeof useAddressStep>;
  copy: true | undefined;
}) {
  return (
    <>
      {transfer && (
        <Suspense>
          <TransferDialog
            testProjectId={id}
            onClose={() => step.close(rest => ({ ...rest, transfer: undefined }))}
          />
        </Suspense>
      )}
      {copy && (
        <Suspense>
          <CopyRowsDialog
            testProjectId={id}
            onClose={() => step.close(rest => ({ ...rest, copy: undefined }))}
          />
        </Suspense>
      )}
    </>
  );
}

function ProjectTabs({
  id,
  table,
  select,
  step,
  tables,
  history,
}: {
  id: string;
  table: string | undefined;
  select: (next: string | undefined) => void;
  step: ReturnType<typeof useAddressStep>;
  tables: readonly Table[];
  history: string | undefined;
}) {
  return (
    <>
      <TablesTab
        projectId={id}
        selected={table}
        onSelect={select}
        onHistory={next => step.open(rest => ({ ...rest, history: next }))}
      />
      <HistoryDrawer
        projectId={id}
        tables={tables}
        tableId={history}
        onClose={() => step.close(rest => ({ ...rest, history: undefined }))}
      />
    </>
  );
}
