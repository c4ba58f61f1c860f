/** Deletes a project and erases it for good. @returns the answer of the erasing */
export async function eraseProject<By, Answer>(
  ask: (method: string, path: string, body: unknown, by: By) => Promise<Answer>,
  { id, name }: { readonly id: string; readonly name: string },
  by: By,
): Promise<Answer> {
  await ask('DELETE', `/projects/${id}`, {}, by);
  return ask('DELETE', `/bin/projects/${id}`, { confirm: name }, by);
}
