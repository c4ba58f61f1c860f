import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { indexedText, makeIndex, matchOf, mergeSome } from './full-text.ts';
import { Statements } from './statements.ts';

const database = new DatabaseSync(':memory:', { returnArrays: true });
database.exec(makeIndex('people'));
const addressOf = (n: number): string => `someone.${(n * 2654435761) % 1_000_003}@mail.example`;
const insert = database.prepare('INSERT INTO people(rowid, texts) VALUES (?, ?)');
for (let n = 1; n <= 3000; n++) insert.run(n, indexedText([`person ${n}`, addressOf(n)]));
const statements = new Statements(database);
const people = { textIndex: 'people', state: { rows: 3000 } };
const proposedFor = (...needles: string[]): unknown[] => statements.rows('SELECT rowid FROM people WHERE people MATCH ?', matchOf(statements, people, needles)).map(([seq]) => seq);

it('asks for what few rows have, not for what all have', () => {
  for (const n of [7, 1234, 2999]) {
    const match = matchOf(statements, people, [addressOf(n)]);
    expect(match).not.toMatch(/"(som|mai|ail|exa|amp|mpl|ple)"/);
    expect(proposedFor(addressOf(n))).toContain(n);
    expect(proposedFor(addressOf(n)).length).toBeLessThan(40);
  }
});

it('misses no row, however common or rare the text is', () => {
  const all = Array.from({ length: 3000 }, (_, i) => i + 1);
  expect(proposedFor('@mail.example')).toEqual(all);
  expect(proposedFor('someone.', 'person')).toEqual(all);
  expect(proposedFor('nobody has this text')).toEqual([]);
  for (let n = 1; n <= 3000; n += 97) expect(proposedFor(addressOf(n).slice(3, 17), `person ${n}`)).toContain(n);
});

it('stays in few pieces however many batches have written it, if each merges some', () => {
  const pieces = (isTidied: boolean): number => {
    const name = isTidied ? 'tidied' : 'left';
    database.exec(makeIndex(name));
    const write = database.prepare(`INSERT INTO ${name}(rowid, texts) VALUES (?, ?)`);
    const most: number[] = [];
    for (let n = 1; n <= 600; n++) {
      database.exec('BEGIN');
      write.run(n, indexedText([`person ${n}`, addressOf(n)]));
      if (isTidied) database.exec(mergeSome(name));
      database.exec('COMMIT');
      most.push(statements.row<[number]>(`SELECT count(DISTINCT segid) FROM ${name}_idx`)![0]);
    }
    for (const n of [1, 300, 600]) expect(statements.rows(`SELECT rowid FROM ${name} WHERE ${name} MATCH ?`, matchOf(statements, { textIndex: name, state: { rows: 600 } }, [addressOf(n)])).flat()).toContain(n);
    return Math.max(...most);
  };
  expect(pieces(true)).toBeLessThan(pieces(false));
});
