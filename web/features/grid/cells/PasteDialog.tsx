import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
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
    <Dialog opened={asked !== null} onClose={() => onAnswer('no')} title={t('paste.title')}>
      {asked && <Question asked={asked} onAnswer={onAnswer} />}
    </Dialog>
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
