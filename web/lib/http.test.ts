// @vitest-environment jsdom
import { login } from '@hzm/contracts/features/accounts/api';
import { health } from '@hzm/contracts/features/health/api';
import { changeProject, listProjects } from '@hzm/contracts/features/projects/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../state/jotai.ts';
import type { Session } from '../state/session-sharing.ts';
import { sessionAtom, signIn, signOut } from '../state/session.ts';
import { asApiError, type ApiError } from './api-error.ts';
import { send } from './http.ts';

const fetched = vi.fn<typeof fetch>();
const timeouts: number[] = [];
let expired = false;
let clock = Date.parse('2026-01-01T00:00:00Z');
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const refused = (status: number, code: string, headers?: Record<string, string>) => () =>
  Promise.resolve(answer(status, { success: false, error: 'olmadı', code }, headers));
const session = {
  token: 'a.b.c',
  user: { id: 'u' },
  credentials: { email: 'ayse@example.com', apiKey: null, projectPassword: null, scope: null },
} as unknown as Session;
const failure = (sending: Promise<unknown>): Promise<ApiError> =>
  sending.then(() => expect.unreachable('it was answered'), asApiError);
/** Returns the failure of a call, however long it waits. */
const settled = async (sending: Promise<unknown>): Promise<ApiError> => {
  const failed = failure(sending);
  await vi.advanceTimersByTimeAsync(60_000);
  return failed;
};
const heard = () =>
  fetched.mock.calls.map(([, options]) => options!.headers as Record<string, string>);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockReset());
  timeouts.length = 0;
  expired = false;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(time => {
    timeouts.push(time);
    return expired
      ? AbortSignal.abort(new DOMException('', 'TimeoutError'))
      : new AbortController().signal;
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  // An hour later for each test, so that earlier requests count towards no burst.
  vi.setSystemTime((clock += 3_600_000));
  signIn(session);
});
afterEach(() => {
  signOut();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('call without a usable answer', () => {
  it('fails at once while the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { code, status, message } = await failure(send(listProjects));
    expect([code, status, message, fetched.mock.calls.length]).toEqual([
      'OFFLINE_ERROR',
      0,
      'No internet connection available',
      0,
    ]);
  });

  it('is PARSE_ERROR if the answer is not JSON, without a retry', async () => {
    fetched.mockImplementation(async () => answer(200, '<html>'));
    const { code, message } = await settled(send(listProjects));
    expect([code, message, fetched.mock.calls.length]).toEqual([
      'PARSE_ERROR',
      'Invalid response format',
      1,
    ]);
  });

  it.each([
    [
      'CONNECTION_ERROR',
      'Unable to connect to server',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
    [
      'NETWORK_ERROR',
      'Network error occurred',
      () => {
        throw new DOMException('', 'AbortError');
      },
    ],
  ])('is %s after three retries', async (expected, text, fail) => {
    fetched.mockImplementation(async () => fail());
    const { code, message } = await settled(send(listProjects));
    expect([code, message, fetched.mock.calls.length]).toEqual([expected, text, 4]);
  });

  it('is TIMEOUT_ERROR after its timeout', async () => {
    expired = true;
    fetched.mockImplementation(async () => {
      throw new DOMException('', 'TimeoutError');
    });
    const { code, message } = await settled(send(health));
    expect([code, message, timeouts]).toEqual([
      'TIMEOUT_ERROR',
      'Request timeout - please check your connection',
      [8_000, 8_000],
    ]);
  });

  it('is HTTP_ and the status if a proxy fails', async () => {
    fetched.mockImplementation(async () => answer(502, '<html>Bad gateway</html>'));
    expect((await settled(send(listProjects))).code).toBe('HTTP_502');
  });
});

describe('retried call', () => {
  it('waits one, two and four seconds, under the same request id', async () => {
    fetched.mockImplementation(refused(500, 'INTERNAL_ERROR'));
    const failed = failure(send(changeProject, { params: { projectId: 'p' }, body: {} }));
    const counts = [];
    for (const wait of [0, 999, 1, 1_999, 1, 3_999, 1, 60_000]) {
      await vi.advanceTimersByTimeAsync(wait);
      counts.push(fetched.mock.calls.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    await failed;
    expect(new Set(heard().map(headers => headers['X-Request-ID'])).size).toBe(1);
  });

  it.each([400, 401, 403, 404, 409, 412, 429])('is not one refused with %d', async status => {
    fetched.mockImplementation(refused(status, 'WHATEVER'));
    expect([(await settled(send(listProjects))).status, fetched.mock.calls.length]).toEqual([
      status,
      1,
    ]);
  });

  it('is never a sign-in', async () => {
    fetched.mockImplementation(refused(503, 'NOT_READY'));
    await settled(send(login, { body: { email: 'a@example.com', password: 'x' } }));
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is abandoned when the caller aborts', async () => {
    fetched.mockImplementation(refused(500, 'INTERNAL_ERROR'));
    const gone = new AbortController();
    const sending = send(listProjects, {}, { signal: gone.signal }).then(
      () => 'answered',
      () => 'given up',
    );
    await vi.advanceTimersByTimeAsync(500);
    gone.abort();
    expect([await sending, fetched.mock.calls.length]).toEqual(['given up', 1]);
  });
});

describe('session', () => {
  const ends = async (status: number, code: string): Promise<boolean> => {
    signIn(session);
    fetched.mockImplementation(refused(status, code));
    await settled(send(listProjects));
    return store.get(sessionAtom) === null;
  };

  it('ends on codes of an ended session only', async () => {
    for (const code of ['UNAUTHORIZED', 'TOKEN_EXPIRED', 'INVALID_CREDENTIALS', 'MISSING_HEADERS'])
      expect([code, await ends(401, code)]).toEqual([code, true]);
    for (const [status, code] of [
      [403, 'PROTECTION_REQUIRED'],
      [403, 'PROTECTION_INVALID'],
      [403, 'FORBIDDEN'],
      [429, 'RATE_LIMIT_EXCEEDED'],
      [503, 'MAINTENANCE'],
      [404, 'NOT_FOUND'],
    ] as const)
      expect([code, await ends(status, code)]).toEqual([code, false]);
  });
});

describe('expired token', () => {
  const isRefresh = (input: unknown): boolean => String(input).endsWith('/auth/refresh');
  const renewals = () =>
    fetched.mock.calls
      .filter(([input]) => isRefresh(input))
      .map(([, options]) => options!.headers as Record<string, string>);
  /** Refuses the token `a.b.c` everywhere. @param renewal returns the answer of /auth/refresh */
  const refuseOld = (renewal: () => Promise<Response>): void =>
    void fetched.mockImplementation((input, options) => {
      if (isRefresh(input)) return renewal();
      const isOld =
        (options!.headers as Record<string, string>)['Authorization'] === 'Bearer a.b.c';
      return isOld
        ? refused(401, 'TOKEN_EXPIRED')()
        : Promise.resolve(answer(200, { success: true, data: { projects: [] } }));
    });
  const asked = async (): Promise<string> => {
    const sending = send(listProjects).then(
      () => 'answered',
      error => asApiError(error).code,
    );
    await vi.advanceTimersByTimeAsync(1_000);
    return sending;
  };
  const held = () => store.get(sessionAtom)?.token;

  it('is renewed once for all failed calls, which are repeated with the new token', async () => {
    refuseOld(async () => answer(200, { success: true, data: { token: 'a.b.d' } }));
    expect(await Promise.all([asked(), asked()])).toEqual(['answered', 'answered']);
    expect([held(), renewals().length, renewals()[0]!['Authorization']]).toEqual([
      'a.b.d',
      1,
      'Bearer a.b.c',
    ]);
  });

  it('is sent once if it was renewed elsewhere, and the session ends', async () => {
    refuseOld(refused(401, 'UNAUTHORIZED'));
    expect([await asked(), held(), renewals().length]).toEqual(['TOKEN_EXPIRED', undefined, 1]);
  });

  it('keeps its session while answers of the renewal are lost, and repeats the same request', async () => {
    const answers = [
      () => Promise.reject(new TypeError('connection lost')),
      refused(503, 'NOT_READY'),
      async () => answer(200, { success: true, data: { token: 'a.b.d' } }),
    ];
    refuseOld(() => answers.shift()!());
    expect([await asked(), held()]).toEqual(['TOKEN_EXPIRED', 'a.b.c']);
    expect([await asked(), held()]).toEqual(['TOKEN_EXPIRED', 'a.b.c']);
    expect([await asked(), held()]).toEqual(['answered', 'a.b.d']);
    const names = renewals().map(headers => headers['X-Request-ID']);
    expect([names.length, new Set(names).size, typeof names[0]]).toEqual([3, 1, 'string']);
  });
});

describe('repeated query', () => {
  it('waits after ten repetitions, unlike other queries and rows', async () => {
    fetched.mockImplementation(async () => answer(200, { success: true, data: {} }));
    for (let n = 0; n < 15; n++) void send(listProjects, { query: { page: 7 } });
    void send(listProjects, { query: { page: 8 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(11);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetched).toHaveBeenCalledTimes(16);
  });
});

it("a refusal for the rate limit has the server's Retry-After, or five minutes", async () => {
  fetched.mockImplementation(refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '42' }));
  expect((await settled(send(listProjects))).waitMs).toBe(42_000);
  fetched.mockImplementation(refused(429, 'RATE_LIMIT_EXCEEDED'));
  expect((await settled(send(listProjects))).waitMs).toBe(300_000);
});
