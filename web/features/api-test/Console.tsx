import { IconApi } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { CallForm } from './CallForm.tsx';
import { CallPicker } from './CallPicker.tsx';
import { draftOf, type Draft, type KeyHeaders } from './draft.ts';
import type { Reference } from './reference.ts';
import { useKept } from './use-kept.ts';
import { useReference } from './use-reference.ts';
import classes from './ApiTest.module.css';

interface Props {
  /** The project whose tables and endpoints are called; undefined for the whole API. */
  project: string | undefined;
  call: string | undefined;
  onCall: (call: string) => void;
}

/** A console over every call that the server describes. */
export function Console(props: Props) {
  const { t } = useTranslation('api-test');
  const { reference, error, reload } = useReference(props.project);
  const projects = useProjects();
  const isLoading = reference === null || (projects.data === null && projects.error === null);
  return (
    <Panel title={t('console.title')}>
      <div className={classes.console}>
        {error && <ErrorNotice error={error} title={t('console.failed')} onRetry={reload} />}
        {!error && isLoading && <Waiting text={t('console.loading')} heights={[320]} />}
        {!error && reference && !isLoading && (
          <Workbench
            {...props}
            reference={reference}
            projectId={props.project ?? projects.data?.docs[0]?.id}
          />
        )}
      </div>
    </Panel>
  );
}

interface WorkbenchProps extends Omit<Props, 'project'> {
  reference: Reference;
  /** Fills in the parameter of calls about a project. */
  projectId: string | undefined;
}

function Workbench({ call, onCall, reference, projectId }: WorkbenchProps) {
  const { t } = useTranslation('api-test');
  const { user } = useSession();
  const history = useKept('history', user.id);
  const saved = useKept('saved', user.id);
  // A kept call opens as it was; opening it again restores it.
  const [opened, setOpened] = useState<{ readonly draft: Draft | null; readonly count: number }>({
    draft: null,
    count: 0,
  });
  const [keys, setKeys] = useState<KeyHeaders>({ apiKey: '', email: user.email, password: '' });
  const operation = reference.operations.find(({ operationId }) => operationId === call);
  const open = (operationId: string, draft: Draft | null): void => {
    setOpened(({ count }) => ({ draft, count: count + 1 }));
    onCall(operationId);
  };
  return (
    <div className={classes.columns}>
      <CallPicker
        operations={reference.operations}
        chosen={call}
        history={history}
        saved={saved}
        onCall={operationId => open(operationId, null)}
        onKept={({ draft }) => open(draft.operationId, draft)}
      />
      {operation ? (
        <CallForm
          key={`${operation.operationId}/${opened.count}`}
          operation={operation}
          schemas={reference.schemas}
          initial={
            opened.draft?.operationId === operation.operationId
              ? opened.draft
              : draftOf(operation, reference.schemas, projectId)
          }
          takesFocus={opened.count > 0}
          keys={keys}
          onKeys={setKeys}
          onSent={history.add}
          onSave={saved.add}
        />
      ) : (
        <EmptyState
          icon={<IconApi size={26} />}
          text={t(call === undefined ? 'console.choose' : 'console.unknown')}
        />
      )}
    </div>
  );
}
