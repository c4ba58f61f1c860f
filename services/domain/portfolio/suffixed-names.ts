import { MAX_PROJECT_NAME } from '@hzm/contracts/features/projects/project';

/**
 * The names that a test environment of a project may get, the best first: `{name} - Test`,
 * shortened so that it is a name, and numbered where that one is taken.
 */
export const testNames = (name: string): Generator<string, never> =>
  suffixedNames(name, number => (number === 1 ? ' - Test' : ` - Test ${number}`));

/** The same of a project that is imported: `{name} (Imported)`. */
export const importedNames = (name: string): Generator<string, never> =>
  suffixedNames(name, number => (number === 1 ? ' (Imported)' : ` (Imported ${number})`));

/** The same of a project that comes back from the bin: `{name} 2`. */
export const restoredNames = (name: string): Generator<string, never> =>
  suffixedNames(name, number => ` ${number + 1}`);

function* suffixedNames(
  name: string,
  suffixOf: (number: number) => string,
): Generator<string, never> {
  for (let number = 1; ; number++) {
    const suffix = suffixOf(number);
    yield `${cut(name, MAX_PROJECT_NAME - suffix.length).trimEnd()}${suffix}`;
  }
}

/** The first letters, none of them in halves. */
function cut(text: string, most: number): string {
  let kept = '';
  for (const letter of text) {
    if (kept.length + letter.length > most) break;
    kept += letter;
  }
  return kept;
}
