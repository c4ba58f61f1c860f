import { memberOf } from '@hzm/contracts/core/json';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isProjectSort, type ProjectSort } from '../../features/projects/arrange.ts';
import { ProjectsScreen } from '../../features/projects/ProjectsScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { part } from '../../ui/part.ts';
import { useAddressStep } from '../../ui/use-history-step.ts';

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

/** The dialogs over the list; the address names the project of the open one. */
const dialogs = ['transfer', 'copy', 'key', 'docs', 'logs'] as const;
type DialogName = (typeof dialogs)[number];

interface Search extends Partial<Record<DialogName, string>> {
  create?: true;
  q?: string;
  sort?: ProjectSort;
}

const openIn = (search: Record<string, unknown>): Partial<Record<DialogName, string>> =>
  Object.fromEntries(
    dialogs.flatMap(name => {
      const projectId = memberOf(search, name);
      return typeof projectId === 'string' ? [[name, projectId]] : [];
    }),
  );

export const Route = createFileRoute('/_signed-in/projects/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(search['create'] === true ? { create: true } : {}),
    ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
    ...(isProjectSort(search['sort']) && search['sort'] !== 'newest'
      ? { sort: search['sort'] }
      : {}),
    ...openIn(search),
  }),
  loader: () => loadTexts('forms', 'projects', 'tables', 'transfer', 'copies', 'keys'),
  component: ProjectsRoute,
});

function ProjectsRoute() {
  const { transfer, copy, key, docs, logs } = Route.useSearch();
  const step = useAddressStep();
  const closing = (name: DialogName) => (): void =>
    step.close(rest => ({ ...rest, [name]: undefined }));
  return (
    <>
      <ProjectsScreen />
      <Suspense>
        {transfer !== undefined && (
          <TransferDialog testProjectId={transfer} onClose={closing('transfer')} />
        )}
        {copy !== undefined && <CopyRowsDialog testProjectId={copy} onClose={closing('copy')} />}
        {docs !== undefined && <DocsDialog projectId={docs} onClose={closing('docs')} />}
        {logs !== undefined && <MonitoringDialog projectId={logs} onClose={closing('logs')} />}
        {key !== undefined && <KeyInfoDialog projectId={key} onClose={closing('key')} />}
      </Suspense>
    </>
  );
}
