import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../../features/dashboard/DashboardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/dashboard')({ loader: () => loadTexts('dashboard'), component: DashboardScreen });
