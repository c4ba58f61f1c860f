import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../../features/accounts/RegisterScreen.tsx';

export const Route = createFileRoute('/_visitor/register')({ component: RegisterScreen });
