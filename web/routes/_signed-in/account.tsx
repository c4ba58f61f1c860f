import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../../features/accounts/AccountScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/account')({
  loader: () => loadTexts('account', 'notification-settings', 'forms', 'prices'),
  component: AccountScreen,
});
