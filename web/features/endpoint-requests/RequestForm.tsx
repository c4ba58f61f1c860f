import {
  frequencies,
  RateLimitNeed,
  RequestMethod,
  type RequestForm as Written,
} from '@hzm/contracts/features/endpoint-requests/request';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { Form } from '../../ui/Form.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { priorities } from './inbox-search.ts';

export const emptyRequest: Written = {
  endpoint_name: '',
  http_method: 'GET',
  description: '',
  input_requirements: '',
  output_requirements: '',
  use_cases: '',
  priority: 'medium',
  frequency_estimate: '',
  response_format: 'JSON',
  rate_limit_needs: 'default',
  auth_required: true,
  special_requirements: '',
};

/** Returns the members written by the requester. */
export const writtenOf = (request: Written): Written =>
  Object.fromEntries(
    Object.keys(emptyRequest).map(name => [name, request[name as keyof Written]]),
  ) as unknown as Written;

interface Props {
  initial: Written;
  submit: string;
  /** @throws ApiError */
  onSubmit: (written: Written) => Promise<void>;
  onClose: () => void;
  onDraft?: (written: Written) => void;
}

const MAX_TEXT = 4_000;

/** Returns which error a text has that must have some letters: missing, or too short. */
const lacking = (
  text: string,
  least: number,
  [missing, tooShort]: readonly [string, string],
): string | null => {
  const { length } = text.trim();
  return length === 0 ? missing : length < least ? tooShort : null;
};

function useRequestForm(
  initialValues: Written,
  onDraft: Props['onDraft'],
): UseFormReturnType<Written> {
  const { t } = useTranslation('requests');
  return useForm<Written>({
    initialValues,
    ...(onDraft && { onValuesChange: onDraft }),
    validate: {
      endpoint_name: text => lacking(text, 3, [t('rules.nameNeeded'), t('rules.nameTooShort')]),
      description: text =>
        lacking(text, 10, [t('rules.descriptionNeeded'), t('rules.descriptionTooShort')]),
    },
  });
}

export function RequestForm({ initial, submit, onSubmit, onClose, onDraft }: Props) {
  const { t } = useTranslation(['requests', 'common']);
  const errorText = useErrorText();
  const { busy, error, run } = useSending();
  const form = useRequestForm(initial, onDraft);
  const area = (
    name: 'input_requirements' | 'output_requirements' | 'use_cases' | 'special_requirements',
  ) => (
    <Textarea
      label={t(`fields.${name}`)}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={MAX_TEXT}
      disabled={busy}
      {...form.getInputProps(name)}
    />
  );
  return (
    <Form onSubmit={form.onSubmit(written => run(() => onSubmit(written)))}>
      <Stack>
        <NameAndCategory busy={busy} form={form} />
        <Textarea
          label={t('fields.description')}
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_TEXT}
          disabled={busy}
          {...form.getInputProps('description')}
        />
        {area('input_requirements')}
        {area('output_requirements')}
        {area('use_cases')}
        <Estimates busy={busy} form={form} />
        <Checkbox
          label={t('fields.auth_required')}
          disabled={busy}
          {...form.getInputProps('auth_required', { type: 'checkbox' })}
        />
        {area('special_requirements')}
        {error && <RefusedRequest errorText={errorText} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? t('sending') : submit}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function NameAndCategory({ busy, form }: { busy: boolean; form: UseFormReturnType<Written> }) {
  const { t } = useTranslation(['requests', 'common']);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t('fields.endpoint_name')}
        required
        data-autofocus
        maxLength={100}
        disabled={busy}
        {...form.getInputProps('endpoint_name')}
      />
      <Select
        label={t('fields.http_method')}
        allowDeselect={false}
        data={RequestMethod.options}
        disabled={busy}
        {...form.getInputProps('http_method')}
      />
    </SimpleGrid>
  );
}

function Estimates({ busy, form }: { busy: boolean; form: UseFormReturnType<Written> }) {
  const { t } = useTranslation(['requests', 'common']);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label={t('fields.priority')}
        allowDeselect={false}
        data={priorities.map(value => ({ value, label: t(`priorities.${value}`) }))}
        disabled={busy}
        {...form.getInputProps('priority')}
      />
      <Select
        label={t('fields.frequency_estimate')}
        allowDeselect={false}
        data={[
          { value: '', label: t('choose') },
          ...frequencies.map(value => ({ value, label: t(`frequencies.${value}`) })),
        ]}
        disabled={busy}
        {...form.getInputProps('frequency_estimate')}
      />
      <TextInput
        label={t('fields.response_format')}
        maxLength={200}
        disabled={busy}
        {...form.getInputProps('response_format')}
      />
      <Select
        label={t('fields.rate_limit_needs')}
        allowDeselect={false}
        data={RateLimitNeed.options.map(value => ({ value, label: t(`rateLimits.${value}`) }))}
        disabled={busy}
        {...form.getInputProps('rate_limit_needs')}
      />
    </SimpleGrid>
  );
}

function RefusedRequest({
  errorText,
  error,
}: {
  errorText: (thrown: unknown, wordless?: string) => string;
  error: ApiError;
}) {
  const { t } = useTranslation(['requests', 'common']);
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('error')}
    >
      {errorText(error, t('failedCreate'))}
    </Alert>
  );
}
