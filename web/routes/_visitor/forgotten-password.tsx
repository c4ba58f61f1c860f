import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPasswordScreen } from '../../features/accounts/ForgottenPasswordScreen.tsx';

export const Route = createFileRoute('/_visitor/forgotten-password')({
  component: ForgottenPasswordScreen,
});
