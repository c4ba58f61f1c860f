import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isProjectSort, type ProjectSort } from '../../features/projects/arrange.ts';
import { ProjectsScreen } from '../../features/projects/ProjectsScreen.tsx';
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
const DocsDialog = part(
  async () => (await import('../../features/docs/DocsDialog.tsx')).DocsDialog,
  'docs',
);
const MonitoringDialog = part(
  async () => (await import('../../features/monitoring/MonitoringDialog.tsx')).MonitoringDialog,
  'monitoring',
);
const KeyInfoDialog = part(
  async () => (await import('../../features/keys/KeyInfoDialog.tsx')).KeyInfoDialog,
);

export const Route = createFileRoute('/_signed-in/projects/')({
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    create?: true;
    q?: string;
    sort?: ProjectSort;
    transfer?: string;
    copy?: string;
    key?: string;
    docs?: string;
    logs?: string;
  } => ({
    ...(search['create'] === true ? { create: true } : {}),
    ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
    ...(isProjectSort(search['sort']) && search['sort'] !== 'newest'
      ? { sort: search['sort'] }
      : {}),
    ...(typeof search['transfer'] === 'string' ? { transfer: search['transfer'] } : {}),
    ...(typeof search['copy'] === 'string' ? { copy: search['copy'] } : {}),
    ...(typeof search['key'] === 'string' ? { key: search['key'] } : {}),
    ...(typeof search['docs'] === 'string' ? { docs: search['docs'] } : {}),
    ...(typeof search['logs'] === 'string' ? { logs: search['logs'] } : {}),
  }),
  loader: () => loadTexts('forms', 'projects', 'tables', 'transfer', 'copies', 'keys'),
  component: ProjectsRoute,
});

function ProjectsRoute() {
  const { transfer, copy, key, docs, logs } = Route.useSearch();
  const step = useAddressStep();
  return (
    <>
      <ProjectsScreen />
      {transfer !== undefined && (
        <Suspense>
          <TransferDialog
            testProjectId={transfer}
            onClose={() => step.close(rest => ({ ...rest, transfer: undefined }))}
          />
        </Suspense>
      )}
      {copy !== undefined && (
        <Suspense>
          <CopyRowsDialog
            testProjectId={copy}
            onClose={() => step.close(rest => ({ ...rest, copy: undefined }))}
          />
        </Suspense>
      )}
      {docs !== undefined && (
        <Suspense>
          <DocsDialog
            projectId={docs}
            onClose={() => step.close(rest => ({ ...rest, docs: undefined }))}
          />
        </Suspense>
      )}
      {logs !== undefined && (
        <Suspense>
          <MonitoringDialog
            projectId={logs}
            onClose={() => step.close(rest => ({ ...rest, logs: undefined }))}
          />
        </Suspense>
      )}
      {key !== undefined && (
        <Suspense>
          <KeyInfoDialog
            projectId={key}
            onClose={() => step.close(rest => ({ ...rest, key: undefined }))}
          />
        </Suspense>
      )}
    </>
  );
}
