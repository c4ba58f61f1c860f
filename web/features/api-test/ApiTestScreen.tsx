import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { Console } from './Console.tsx';
import { QuickTests } from './QuickTests.tsx';

interface Props {
  /** Name of the chosen call. */
  call: string | undefined;
  onCall: (call: string) => void;
}

export function ApiTestScreen(props: Props) {
  const { t } = useTranslation('api-test');
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <QuickTests />
      <Console {...props} />
    </Page>
  );
}
