import type { Access, Call } from '@hzm/contracts/core/call';
import { isOfProject, rights, topicAccess } from '@hzm/contracts/features/members/rights';
import { ProjectRole } from '@hzm/contracts/features/members/role';
import { calls } from '@hzm/contracts/registry';
import { expect, it } from 'vitest';

const mark = (may: boolean): string => (may ? '●' : '');
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const alone = {
  always: '● alone, too',
  'unless-required': '● alone where `requireAuth` is off',
  never: '●',
} as const;

function cellsOf(access: Access, mainKey = false): string[] {
  if (!isOfProject(access)) return [];
  const { roles, key, stranger } = rights[access];
  return [
    ...ProjectRole.options.map(role => mark(roles.includes(role))),
    key?.scope === 'project' ? alone[key.alone] : mainKey ? '● main key' : '',
    key ? alone[key.alone] : '',
    stranger === 'open' ? 'of a public project' : '',
  ];
}

const ofCall = ({ method, path, access, past, name, mainKey }: Call): string[] => [
  row(`\`${name}\``, `${method} ${path}`, `\`${access}\``, ...cellsOf(access, mainKey)),
  ...(past === undefined
    ? []
    : [row(`\`${name}\` with \`asOf\``, `${method} ${path}`, `\`${past}\``, ...cellsOf(past))]),
];

const others: Readonly<Record<string, string>> = {
  public: 'everybody',
  session: 'who is signed in',
  projects: 'who is signed in, a master key',
  admin: 'administrators, a master key',
  'admin:session': 'administrators who are signed in',
};

/** The table of rights as people read it. */
const table = (): string =>
  [
    '# Who may what',
    '',
    "Made from the contracts (`contracts/features/members/rights.ts` and each call's `access`) by `tests/rights.test.ts`, which fails when this file says anything else; `npx vitest run --project server tests/rights.test.ts -u` writes it anew. `tests/socket/every-right.test.ts` tries every cell, over HTTP and sockets.",
    '',
    "Whoever may not know that a project exists is answered 404; a member whose role does not reach, 403 `FORBIDDEN`; a key, 403 `KEY_SCOPE`. A key needs its permission besides (read, write, delete, admin), and its e-mail and password unless it suffices alone. `people:write` gives and takes roles below one's own: a manager viewer, auditor and editor, the owner and administrators also manager. `people:leave`: oneself, or people of such roles. What outlives a key asks for a session: no key does it, not even a master key.",
    '',
    '## Calls about a project',
    row(
      'call',
      'path',
      'access',
      ...ProjectRole.options,
      'key, scope project',
      'key, scope admin_project',
      'strangers',
    ),
    row(...Array.from({ length: 3 + ProjectRole.options.length + 3 }, () => '---')),
    ...calls.filter(({ access }) => isOfProject(access)).flatMap(ofCall),
    '',
    '## Topics',
    row(
      'topic',
      'access',
      ...ProjectRole.options,
      'key, scope project',
      'key, scope admin_project',
      'strangers',
    ),
    row(...Array.from({ length: 2 + ProjectRole.options.length + 3 }, () => '---')),
    ...Object.entries(topicAccess)
      .filter(([, access]) => isOfProject(access))
      .map(([kind, access]) => row(`\`${kind}:<id>\``, `\`${access}\``, ...cellsOf(access))),
    '',
    'On `project:<id>` invitations are shown to managers, the owner and administrators, people to every member and no key of scope `project`; the API key and its password only where they can do no more than the watcher. `user:<id>` is for that person and for administrators, `admin` for administrators, `pricing` for everybody who is signed in: what is on offer, and all of it for administrators.',
    '',
    '## All other calls',
    row('call', 'path', 'for'),
    row('---', '---', '---'),
    ...calls
      .filter(({ access }) => !isOfProject(access))
      .map(({ name, method, path, access }) =>
        row(`\`${name}\``, `${method} ${path}`, others[access]!),
      ),
    '',
    'A master key may what an administrator may, but for what asks for a session, always with its e-mail and password.',
    '',
    "A project's main key, of either scope, may ask `list-projects`, too, about its own project, as every key of scope `admin_project` may; those also what is on offer.",
    '',
  ].join('\n');

it('docs/rights.md says what the contracts say', async () => {
  await expect(table()).toMatchFileSnapshot('../docs/rights.md');
});
