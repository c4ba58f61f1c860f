import { useForm } from '@mantine/form';
import { createUser } from '@hzm/contracts/features/administration/api';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { PersonForm } from './PersonForm.tsx';
import { isPlan } from './people-view.ts';
import { newPerson, personProblems, type PersonValues } from './person-values.ts';
import { usePersonTexts } from './use-person-texts.ts';

/** Makes an account for somebody. */
export function AddPerson({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { t } = useTranslation('administration');
  const textsOf = usePersonTexts();
  const form = useForm<PersonValues>({ initialValues: newPerson, validate: values => textsOf(personProblems(values, true)) });
  const add = async ({ name, email, password, plan, maxProjects, maxTables }: PersonValues): Promise<void> => {
    const { data: { user } } = await send(createUser, { body: { name, email, password, subscriptionType: plan === 'admin' || isPlan(plan) ? plan : 'free', maxProjects: Number(maxProjects), maxTables: Number(maxTables) } });
    notifyDone(t('add.done', { name: user.name }));
    onAdded();
  };
  return <PersonForm form={form} confirm={t('add.confirm')} failed={t('add.failed')} save={add} onClose={onClose} />;
}
