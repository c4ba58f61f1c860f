import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LoginScreen } from '../../features/accounts/LoginScreen.tsx';
import { useAtomValue } from '../../state/jotai.ts';
import { sessionEndAtom } from '../../state/session.ts';
import { part } from '../../ui/part.ts';

const EndNote = part(
  async () => (await import('../../features/leave/EndNote.tsx')).EndNote,
  'leave',
);

export const Route = createFileRoute('/_visitor/login')({ component: Login });

function Login() {
  const end = useAtomValue(sessionEndAtom);
  return (
    <LoginScreen
      notice={
        end && (
          <Suspense fallback={null}>
            <EndNote end={end} />
          </Suspense>
        )
      }
    />
  );
}
