import { Renewal } from '@hzm/contracts/features/members/member';
import { Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  value: Renewal;
  onChange: (value: Renewal) => void;
}

/** Chooses the secrets to renew with the change. */
export function SecretsChoice({ value, onChange }: Props) {
  const { t } = useTranslation('members');
  return (
    <Radio.Group
      label={t('secrets.title')}
      value={value}
      onChange={next => onChange(Renewal.parse(next))}
    >
      <Stack gap="xs" mt="xs">
        {Renewal.options.map(one => (
          <Radio
            key={one}
            value={one}
            label={t(`secrets.${one}`)}
            description={t(`secrets.${one}Hint`)}
          />
        ))}
        {value !== 'nothing' && (
          <Text size="sm" c="dimmed">
            {t('secrets.webhook')}
          </Text>
        )}
      </Stack>
    </Radio.Group>
  );
}
