import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../state/use-session.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useUnder, type Option } from '../../ui/use-under.tsx';
import { plans } from './people-view.ts';
import { limitsFor, type PersonValues } from './person-values.ts';

interface PartProps {
  form: UseFormReturnType<PersonValues>;
  /** Renders the remote value of a member that is being edited. */
  under: (member: keyof PersonValues, options?: readonly Option[]) => ReactNode;
}

interface Props {
  form: UseFormReturnType<PersonValues>;
  /** Id of the person; undefined for a new one. */
  id?: string;
  /** The plans; a type has the limits of the plan with its name. */
  offered: readonly Plan[];
  /** Remote values of members that are being edited. */
  underneath?: ReadonlyMap<keyof PersonValues, string | number | boolean>;
}

export function PersonFields({ form, id, offered, underneath }: Props) {
  const { t } = useTranslation(['administration', 'translation']);
  const me = useSession().user.id;
  const isNew = id === undefined;
  const under = useUnder(underneath);
  const choose = (plan: string | null): void => {
    if (plan !== null) form.setValues({ plan, ...limitsFor(plan, offered) });
  };
  const choices = [
    ...plans.map(value => ({ value, label: t(`translation:plans.${value}`) })),
    ...(isNew ? [{ value: 'admin', label: t('fields.asAdmin') }] : []),
  ];
  return (
    <Stack gap="sm">
      <NameAndEmail form={form} under={under} />
      <PasswordField
        label={t(isNew ? 'fields.password' : 'fields.newPassword')}
        required={isNew}
        autoComplete="new-password"
        description={t(isNew ? 'fields.passwordHint' : 'fields.newPasswordHint')}
        {...form.getInputProps('password')}
      />
      <div>
        <Select
          label={t('fields.plan')}
          allowDeselect={false}
          data={choices}
          value={form.values.plan}
          onChange={choose}
        />
        {under('plan', choices)}
      </div>
      <PersonLimits form={form} under={under} />
      <Text size="sm" c="dimmed">
        {t('fields.limitHint')}
      </Text>
      {!isNew && (
        <Switch
          label={t('fields.isAdmin')}
          description={t('fields.isAdminHint')}
          {...form.getInputProps('isAdmin', { type: 'checkbox' })}
        />
      )}
      {!isNew && id !== me && (
        <Switch
          label={t('fields.isActive')}
          description={t('fields.isActiveHint')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}

function NameAndEmail({ form, under }: PartProps) {
  const { t } = useTranslation(['administration', 'translation']);
  return (
    <>
      <div>
        <TextInput
          label={t('fields.name')}
          required
          autoComplete="off"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {under('name')}
      </div>
      <div>
        <TextInput
          label={t('fields.email')}
          type="email"
          name="person-email"
          required
          autoComplete="off"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        {under('email')}
      </div>
    </>
  );
}

/** Bounds of what a person may have, as their inputs take them. */
const limits = [
  { member: 'maxProjects', max: 1_000_000, allowDecimal: false },
  { member: 'maxTables', max: 1_000_000, allowDecimal: false },
  { member: 'maxStorage', max: 1_048_576, decimalScale: 3 },
] as const;

function PersonLimits({ form, under }: PartProps) {
  const { t } = useTranslation('administration');
  return (
    <Group grow align="flex-start" gap="sm">
      {limits.map(({ member, ...bounds }) => (
        <div key={member}>
          <NumberInput
            label={t(`fields.${member}`)}
            min={-1}
            {...bounds}
            {...form.getInputProps(member)}
          />
          {under(member)}
        </div>
      ))}
    </Group>
  );
}
