import { useTranslation } from 'react-i18next';
import { asApiError } from '../../../lib/api-error.ts';
import { useSending } from '../../../ui/use-sending.ts';

interface Asking {
  readonly setFieldError: (member: 'name', text: string) => void;
}

/** Saves a form; a taken name is reported at its field. */
export function useSaving(form: Asking) {
  const { t } = useTranslation('pricing');
  const { busy, error, run } = useSending();
  const save = (work: () => Promise<void>): Promise<void> =>
    run(async () => {
      try {
        await work();
      } catch (failure) {
        if (asApiError(failure).code !== 'NAME_TAKEN') throw failure;
        form.setFieldError('name', t('rules.nameTaken'));
      }
    });
  return { busy, error, save };
}
