import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { indexedText, makeIndex, matchOf, merge } from './full-text.ts';
import { Statements } from './statements.ts';

const database = new DatabaseSync(':memory:', { returnArrays: true });
database.exec(makeIndex('people'));
const addressOf = (n: number): string => `someone.${(n * 2654435761) % 1_000_003}@mail.example`;
const insert = database.prepare('INSERT INTO people(rowid, texts) VALUES (?, ?)');
for (let n = 1; n <= 3000; n++) insert.run(n, indexedText([`person ${n}`, addressOf(n)]));
const statements = new Statements(database);
const people = { textIndex: 'people', no: 1, state: { rows: 3000 } };
const proposedFor = (...needles: string[]): unknown[] =>
  statements
    .rows('SELECT rowid FROM people WHERE people MATCH ?', matchOf(statements, people, needles))
    .map(([seq]) => seq);

it('a match uses rare trigrams, not common ones', () => {
  for (const n of [7, 1234, 2999]) {
    const match = matchOf(statements, people, [addressOf(n)]);
    expect(match).not.toMatch(/"(som|mai|ail|exa|amp|mpl|ple)"/);
    expect(proposedFor(addressOf(n))).toContain(n);
    expect(proposedFor(addressOf(n)).length).toBeLessThan(40);
  }
});

it('a match proposes every row that contains the text, common or rare', () => {
  const all = Array.from({ length: 3000 }, (_, i) => i + 1);
  expect(proposedFor('@mail.example')).toEqual(all);
  expect(proposedFor('someone.', 'person')).toEqual(all);
  expect(proposedFor('nobody has this text')).toEqual([]);
  for (let n = 1; n <= 3000; n += 97)
    expect(proposedFor(addressOf(n).slice(3, 17), `person ${n}`)).toContain(n);
});

it('a match is not empty when all trigrams are common', () => {
  const shrunk = { ...people, state: { rows: 90 } };
  expect(
    statements.rows(
      'SELECT rowid FROM people WHERE people MATCH ? LIMIT 5',
      matchOf(statements, shrunk, ['mail.example']),
    ),
  ).toHaveLength(5);
});

it('merging after each batch keeps the index in few segments and complete', () => {
  const piecesOf = (isMerged: boolean): number => {
    const name = isMerged ? 'merged' : 'left';
    database.exec(makeIndex(name));
    const [insertNew, replace] = ['INSERT', 'REPLACE'].map(how =>
      database.prepare(`${how} INTO ${name}(rowid, texts) VALUES (?, ?)`),
    );
    let most = 0;
    for (let batch = 0; batch < 150; batch++) {
      database.exec('BEGIN');
      let letters = 0;
      for (let n = 1; n <= 20; n++) {
        const text = indexedText([`person ${n}`, addressOf(batch * 20 + n)]);
        // Every other batch changes the rows of the previous one.
        (batch % 2 === 0 ? insertNew! : replace!).run((batch - (batch % 2)) * 20 + n, text);
        letters += text.length;
      }
      const { text, params } = merge(name, letters);
      if (isMerged) statements.run(text, ...params);
      database.exec('COMMIT');
      most = Math.max(
        most,
        statements.row<[number]>(`SELECT count(DISTINCT segid) FROM ${name}_idx`)![0],
      );
    }
    for (const n of [21, 1021, 2990])
      expect(
        statements.rows(
          `SELECT rowid FROM ${name} WHERE ${name} MATCH ?`,
          matchOf(statements, { textIndex: name, no: 1, state: { rows: 1500 } }, [addressOf(n)]),
        ),
      ).not.toEqual([]);
    return most;
  };
  expect(piecesOf(true)).toBeLessThan(20);
  expect(piecesOf(false)).toBe(150);
});
