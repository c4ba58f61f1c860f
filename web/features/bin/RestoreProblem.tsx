import { isJsonObject, memberOf } from '@hzm/contracts/core/json';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { suggestionIn } from './api.ts';
import type { ListKind } from './kinds.ts';
import type { Problem } from './use-restoring.tsx';

/** The refusal of a return: a taken name asks for another one, a broken endpoint for consent. */
export function RestoreProblem({ kind, ...problem }: Problem & { kind: ListKind }) {
  const { t } = useTranslation(['bin', 'common']);
  const errorText = useErrorText();
  const { item, error, busy, onForce, onClose } = problem;
  const suggestion = suggestionIn(error);
  const breaks =
    kind === 'fields' &&
    isJsonObject(error.data) &&
    ['endpoints', 'widgets'].some(name => Array.isArray(memberOf(error.data as never, name)));
  return (
    <Alert
      color={suggestion === undefined ? 'red' : 'yellow'}
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('notRestored', { name: item.name })}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
      mb="md"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        {suggestion !== undefined && <NewName key={item.id} {...problem} suggestion={suggestion} />}
        {breaks && (
          <Button size="compact-md" color="red" variant="light" loading={busy} onClick={onForce}>
            {t('force')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function NewName({ suggestion, busy, onRename }: Problem & { suggestion: string }) {
  const { t } = useTranslation('bin');
  const [name, setName] = useState(suggestion);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (name.trim() !== '') onRename(name);
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          label={t('newName')}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          autoComplete="off"
          ref={input}
        />
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          {t('restoreAs')}
        </Button>
      </Group>
    </form>
  );
}
