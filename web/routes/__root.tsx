import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FailedScreen } from '../shell/FailedScreen.tsx';

export const Route = createRootRoute({ component: Outlet, errorComponent: FailedScreen });
