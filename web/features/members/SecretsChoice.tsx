import { Radio, Stack } from '@mantine/core';
import { Renewal } from '@hzm/contracts/features/members/member';
import { useTranslation } from 'react-i18next';

interface Props {
  value: Renewal;
  /** Somebody who leaves the project does not decide whether what they know stays valid. */
  isMe?: boolean;
  onChange: (value: Renewal) => void;
}

/** Asks which secrets are renewed with the change. */
export function SecretsChoice({ value, isMe = false, onChange }: Props) {
  const { t } = useTranslation('members');
  const offered = Renewal.options.filter(one => !isMe || one !== 'nothing');
  return (
    <Radio.Group label={t('secrets.title')} value={value} onChange={next => onChange(Renewal.parse(next))}>
      <Stack gap="xs" mt="xs">
        {offered.map(one => <Radio key={one} value={one} label={t(`secrets.${one}`)} description={t(`secrets.${one}Hint`)} />)}
      </Stack>
    </Radio.Group>
  );
}
