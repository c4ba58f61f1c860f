import { expect, it } from 'vitest';
import { callsOf } from './calls.ts';

const of = (fields: readonly string[], others: readonly string[] = []) =>
  callsOf('https://hzm.example', 'w1', [
    ...fields.map(name => ({ name, type: 'string' as const })),
    ...others.map(name => ({ name, type: null })),
  ]);

it('callsOf names the calls that read, add, change and delete', () => {
  expect(of([]).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /widgets/w1/data',
    'POST /widgets/w1/data',
    'PUT /widgets/w1/data/{id}',
    'DELETE /widgets/w1/data/{id}',
  ]);
});

it('callsOf writes the columns into a body, and only there', () => {
  const [read, add] = of(["Mehmet'in notu"]);
  expect(read!.curl).toBe(
    "curl --globoff 'https://hzm.example/api/v1/widgets/w1/data' -H 'X-API-Key: {key}' -H 'X-User-Email: {email}' -H 'X-Project-Password: {password}'",
  );
  expect(add!.curl).toContain('-X POST');
  expect(add!.curl).toContain(String.raw`-d '{"Mehmet'\''in notu":"{Mehmet'\''in notu}"}'`);
});

it('callsOf leaves out of a body what is no field of the table', () => {
  const [, add] = of(['Ad'], ['Kimlik', 'Eklenme']);
  expect(add!.curl).toContain(`-d '{"Ad":"{Ad}"}'`);
});
