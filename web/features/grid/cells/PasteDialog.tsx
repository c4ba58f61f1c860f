import { MAX_OPTIONS } from '@hzm/contracts/core/choices';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { optionsIn } from '../../../lib/values/choices.ts';
import { Dialog } from '../../../ui/Overlay.tsx';
import { MAX_ADDED, type PasteRequest, type Clipboard } from './use-clipboard.ts';

/** Maximum number of skipped columns that are named. */
const NAMED = 5;

/** Says what of a paste lies beyond the grid, and asks what becomes of it. */
export function PasteDialog({
  asked,
  onAnswer,
}: {
  asked: PasteRequest | null;
  onAnswer: Clipboard['answer'];
}) {
  const { t } = useTranslation('grid');
  return (
    <Dialog
      opened={asked !== null}
      onClose={() => onAnswer('no')}
      title={t(asked && asked.unknown.length > 0 ? 'paste.titleOptions' : 'paste.title')}
    >
      {asked && asked.unknown.length > 0 && <UnknownNames asked={asked} onAnswer={onAnswer} />}
      {asked?.unknown.length === 0 && <Question asked={asked} onAnswer={onAnswer} />}
    </Dialog>
  );
}

/** Names that are no options: one question for all of them. */
function UnknownNames({
  asked: { unknown, busy = false },
  onAnswer,
}: {
  asked: PasteRequest;
  onAnswer: Clipboard['answer'];
}) {
  const { t } = useTranslation('grid');
  const fits = unknown.every(
    ({ field, names }) => optionsIn(field).length + names.length <= MAX_OPTIONS,
  );
  return (
    <Stack gap="sm">
      {unknown.map(({ field, names }) => (
        <div key={field.id}>
          <Text>{t('paste.unknown', { count: names.length, field: field.name })}</Text>
          <List size="sm" mt={4}>
            {names.slice(0, NAMED).map(name => (
              <List.Item key={name}>{`“${name.slice(0, 60)}”`}</List.Item>
            ))}
            {names.length > NAMED && (
              <List.Item>{t('paste.moreNames', { count: names.length - NAMED })}</List.Item>
            )}
          </List>
        </div>
      ))}
      <Text size="sm" c="dimmed">
        {fits ? t('paste.unknownKept') : t('paste.tooManyOptions', { count: MAX_OPTIONS })}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onAnswer('no')}>
          {t('cancel')}
        </Button>
        <Button
          variant={fits ? 'default' : 'filled'}
          data-autofocus={!fits || undefined}
          disabled={busy}
          onClick={() => onAnswer('without')}
        >
          {t('paste.without')}
        </Button>
        {fits && (
          <Button data-autofocus loading={busy} onClick={() => onAnswer('options')}>
            {t('paste.options')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Question({
  asked: { rowsBeyond, columnsBeyond, missing },
  onAnswer,
}: {
  asked: PasteRequest;
  onAnswer: Clipboard['answer'];
}) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const tooMany = rowsBeyond > MAX_ADDED;
  const mayAdd = rowsBeyond > 0 && missing.length === 0 && !tooMany;
  const more = columnsBeyond.length - NAMED;
  return (
    <Stack gap="sm">
      {rowsBeyond > 0 && <Text>{t('paste.rows', { count: rowsBeyond })}</Text>}
      {rowsBeyond > 0 && missing.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('paste.required', { count: missing.length, fields: formatList(missing, language) })}
        </Text>
      )}
      {tooMany && (
        <Text size="sm" c="dimmed">
          {t('paste.tooMany', { count: MAX_ADDED })}
        </Text>
      )}
      {columnsBeyond.length > 0 && (
        <div>
          <Text>{t('paste.columns', { count: columnsBeyond.length })}</Text>
          <List size="sm" mt={4}>
            {columnsBeyond.slice(0, NAMED).map((text, at) => (
              <List.Item key={String(at)}>
                {text.trim() === '' ? t('empty') : `“${text.slice(0, 60)}”`}
              </List.Item>
            ))}
            {more > 0 && <List.Item>{t('paste.moreColumns', { count: more })}</List.Item>}
          </List>
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onAnswer('no')}>
          {t('cancel')}
        </Button>
        <Button
          variant={mayAdd ? 'default' : 'filled'}
          data-autofocus={!mayAdd || undefined}
          onClick={() => onAnswer('fit')}
        >
          {t('paste.fit')}
        </Button>
        {mayAdd && (
          <Button data-autofocus onClick={() => onAnswer('add')}>
            {t('paste.add', { count: rowsBeyond })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
