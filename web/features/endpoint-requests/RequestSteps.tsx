import type { RequestStatus } from '@hzm/contracts/features/endpoint-requests/request';
import {
  advanced,
  MAX_NOTE,
  type ListedRequest,
} from '@hzm/contracts/features/endpoint-requests/request';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Textarea } from '@mantine/core';
import { IconArrowRight, IconPencil, IconRestore, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../state/use-session.ts';
import { EditRequestDialog } from './EditRequestDialog.tsx';
import type { useSteps } from './use-steps.ts';

interface Props {
  request: ListedRequest;
  project: Project;
  steps: ReturnType<typeof useSteps>;
  onReject: () => void;
}

/**
 * Actions on a request: an administrator advances or rejects it; the requester may change or
 * withdraw it before work starts.
 */
export function RequestSteps({ request, project, steps, onReject }: Props) {
  const { t } = useTranslation('requests');
  const { user } = useSession();
  const [note, setNote] = useState('');
  const [isEditing, setEditing] = useState(false);
  const next = advanced[request.status];
  const isOwn = request.requester_id === user.id && mayAs(project.role, 'requests:write');
  return (
    <>
      {user.isAdmin && next !== undefined && (
        <AdminSteps
          note={note}
          setNote={setNote}
          steps={steps}
          request={request}
          next={next}
          onReject={onReject}
        />
      )}
      {isOwn && request.status === 'pending' && (
        <OwnSteps setEditing={setEditing} steps={steps} request={request} />
      )}
      {isOwn && request.status === 'withdrawn' && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconRestore size={17} aria-hidden />}
            loading={steps.busy}
            onClick={() => void steps.restore(request)}
          >
            {t('restore')}
          </Button>
        </Group>
      )}
      <EditRequestDialog request={request} opened={isEditing} onClose={() => setEditing(false)} />
    </>
  );
}

function AdminSteps({
  note,
  setNote,
  steps,
  request,
  next,
  onReject,
}: {
  note: string;
  setNote: (value: string) => void;
  steps: ReturnType<typeof useSteps>;
  request: ListedRequest;
  next: RequestStatus;
  onReject: () => void;
}) {
  const { t } = useTranslation('requests');
  return (
    <>
      <Textarea
        label={t('note')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_NOTE}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          leftSection={<IconArrowRight size={17} aria-hidden />}
          loading={steps.busy}
          onClick={() => void steps.advance(request, note, () => setNote(''))}
        >
          {t(`advance.${next as 'approved'}`)}
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconX size={17} aria-hidden />}
          onClick={onReject}
        >
          {t('reject.open')}
        </Button>
      </Group>
    </>
  );
}

function OwnSteps({
  setEditing,
  steps,
  request,
}: {
  setEditing: (value: boolean) => void;
  steps: ReturnType<typeof useSteps>;
  request: ListedRequest;
}) {
  const { t } = useTranslation('requests');
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden />}
        onClick={() => setEditing(true)}
      >
        {t('edit.open')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={17} aria-hidden />}
        loading={steps.busy}
        onClick={() => void steps.withdraw(request)}
      >
        {t('withdraw')}
      </Button>
    </Group>
  );
}
