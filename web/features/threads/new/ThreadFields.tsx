import { MAX_TITLE, ThreadCategory, ThreadPriority } from '@hzm/contracts/features/threads/thread';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { TagsField } from './TagsField.tsx';

export interface ThreadValues {
  title: string;
  category: ThreadCategory;
  priority: ThreadPriority;
  tags: string[];
}

export function ThreadFields<Values extends ThreadValues>({
  form,
  disabled,
}: {
  form: UseFormReturnType<Values>;
  disabled: boolean;
}) {
  const { t } = useTranslation('threads');
  const { title, tags } = form.values;
  return (
    <>
      <TextInput
        label={t('fields.title')}
        required
        data-autofocus
        maxLength={MAX_TITLE}
        disabled={disabled}
        description={t('fields.counter', { n: String(title.length), max: String(MAX_TITLE) })}
        {...form.getInputProps('title')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('fields.category')}
          allowDeselect={false}
          disabled={disabled}
          data={ThreadCategory.options.map(value => ({ value, label: t(`categories.${value}`) }))}
          {...form.getInputProps('category')}
        />
        <Select
          label={t('fields.priority')}
          allowDeselect={false}
          disabled={disabled}
          data={ThreadPriority.options.map(value => ({ value, label: t(`priorities.${value}`) }))}
          {...form.getInputProps('priority')}
        />
      </SimpleGrid>
      <TagsField
        tags={tags}
        disabled={disabled}
        onTags={next => form.setFieldValue('tags', next as never)}
      />
    </>
  );
}
