import { WidgetType } from '@hzm/contracts/features/widgets/settings';
import { Radio, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface Details {
  readonly name: string;
  readonly type: WidgetType;
  readonly description: string;
}

interface Props {
  details: Details;
  nameFault: string | undefined;
  onChange: (more: Partial<Details>) => void;
}

/** Name, type and description of a widget. */
export function DetailFields({ details: { name, type, description }, nameFault, onChange }: Props) {
  const { t } = useTranslation(['widgets', 'common']);
  return (
    <>
      <TextInput
        label={t('details.name')}
        required
        data-autofocus
        maxLength={100}
        value={name}
        error={nameFault}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <Radio.Group
        label={t('details.type')}
        value={type}
        onChange={next => onChange({ type: next })}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="xs">
          {WidgetType.options.map(value => (
            <Radio
              key={value}
              value={value}
              label={t(`types.${value}`)}
              description={t(`typeHints.${value}`)}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Textarea
        label={t('details.description')}
        description={t('common:optional')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={description}
        onChange={event => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}
