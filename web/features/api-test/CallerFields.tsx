import { Group, Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/PasswordField.tsx';
import type { Fault, KeyHeaders } from './draft.ts';
import type { Caller } from './request.ts';
import classes from './ApiTest.module.css';

interface Props {
  kind: Caller['kind'];
  onKind: (kind: Caller['kind']) => void;
  keys: KeyHeaders;
  onKeys: (keys: KeyHeaders) => void;
  faults: Readonly<Record<string, Fault>>;
}

const kinds = ['session', 'key', 'nobody'] as const;

/** Chooses who calls: the session, a key with its other two headers, or nobody. */
export function CallerFields({ kind, onKind, keys, onKeys, faults }: Props) {
  const { t } = useTranslation('api-test');
  const errorOf = (name: keyof KeyHeaders): string | undefined => {
    const fault = faults[`caller.${name}`];
    return fault && t(`faults.${fault}`);
  };
  return (
    <>
      <Radio.Group label={t('caller.label')} value={kind} onChange={onKind}>
        <Group mt={6}>
          {kinds.map(one => (
            <Radio key={one} value={one} label={t(`caller.${one}`)} />
          ))}
        </Group>
      </Radio.Group>
      {kind === 'key' && (
        <div className={classes.parameters}>
          <PasswordField
            label={t('caller.apiKey')}
            autoComplete="off"
            value={keys.apiKey}
            error={errorOf('apiKey')}
            onChange={event => onKeys({ ...keys, apiKey: event.currentTarget.value })}
          />
          <TextInput
            label={t('caller.email')}
            autoComplete="off"
            value={keys.email}
            error={errorOf('email')}
            onChange={event => onKeys({ ...keys, email: event.currentTarget.value })}
          />
          <PasswordField
            label={t('caller.password')}
            autoComplete="off"
            value={keys.password}
            error={errorOf('password')}
            onChange={event => onKeys({ ...keys, password: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}
