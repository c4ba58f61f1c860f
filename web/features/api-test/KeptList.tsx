import { ActionIcon, Button, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { CallName } from './CallName.tsx';
import { MAX_KEPT, type KeptCall } from './kept-calls.ts';
import type { Operation } from './reference.ts';
import type { Kept } from './use-kept.ts';
import classes from './ApiTest.module.css';

interface Props {
  list: 'history' | 'saved';
  kept: Kept;
  operations: readonly Operation[];
  onOpen: (call: KeptCall) => void;
}

/** Calls of this browser, newest first. Those that the server no longer has are left out. */
export function KeptList({ list, kept, operations, onOpen }: Props) {
  const { t } = useTranslation('api-test');
  const language = useLanguage();
  const byId = new Map(operations.map(one => [one.operationId, one]));
  const calls = kept.calls.flatMap(call => {
    const operation = byId.get(call.draft.operationId);
    return operation ? [{ call, operation }] : [];
  });
  if (calls.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(`picker.${list}Empty`)}
      </Text>
    );
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        {t('picker.kept', { most: MAX_KEPT })}
      </Text>
      <ul className={classes.list}>
        {calls.map(({ call, operation: { method, path } }) => (
          <li key={call.id} className={classes.kept}>
            <UnstyledButton className={classes.call} onClick={() => onOpen(call)}>
              <CallName method={method} path={path} />
              <Text size="xs" c="dimmed" component="span">
                {[
                  formatMoment(new Date(call.at).toISOString(), language),
                  ...(call.status === undefined ? [] : [String(call.status)]),
                  ...(call.ms === undefined
                    ? []
                    : [t('answer.took', { ms: formatNumber(call.ms, language) })]),
                ].join(' · ')}
              </Text>
            </UnstyledButton>
            <Tooltip label={t('picker.remove')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${t('picker.remove')}: ${method} ${path}`}
                onClick={() => kept.remove(call.id)}
              >
                <IconTrash size={17} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="xs" mt={6} onClick={kept.clear}>
        {t(`picker.${list}Clear`)}
      </Button>
    </>
  );
}
