import { expect, it } from 'vitest';
import { curlOf } from './endpoint-address.ts';

it('curlOf quotes its arguments for a shell and names the placeholders', () => {
  expect(
    curlOf('http://h', 'p', {
      method: 'PATCH',
      path: 'a/:id',
      caller: 'identity',
      parameters: [
        { name: 'id', in: 'path', type: 'id', required: true, description: '' },
        { name: 'n', in: 'body', type: 'number', required: false, description: '' },
      ],
    }),
  ).toBe(
    `curl --globoff -X PATCH 'http://h/api/v1/custom/p/a/{id}' -H 'X-API-Key: {key}' -H 'X-User-Email: {email}' -H 'X-Project-Password: {password}' -H 'Content-Type: application/json' -d '{"n":0}'`,
  );
  expect(
    curlOf('http://h', 'p', { method: 'GET', path: 'a', caller: 'public', parameters: [] }),
  ).toBe("curl --globoff 'http://h/api/v1/custom/p/a'");
});
