import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../../features/accounts/LoginScreen.tsx';

export const Route = createFileRoute('/_visitor/login')({ component: LoginScreen });
