import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/HomeScreen.tsx';
import { loadTexts } from '../lib/i18n.ts';

export const Route = createFileRoute('/')({ loader: () => loadTexts('homepage'), component: HomeScreen });
