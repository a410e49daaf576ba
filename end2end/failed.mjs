// What failed in the browser, a few lines each: for whoever only sees the end of a long log. `node end2end/failed.mjs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LINES = 9;

const report = JSON.parse(readFileSync(join(import.meta.dirname, 'test-results', 'report.json'), 'utf8'));

function* specs(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specs(inner);
}

function tell({ message = '', location }) {
  const lines = stripVTControlCharacters(message).split('\n').filter((line) => line.trim());
  for (const line of lines.slice(0, LINES)) console.log(`    ${line.slice(0, 200)}`);
  if (location) console.log(`    at line ${location.line}`);
}

report.errors?.forEach(tell);
for (const spec of specs(report)) {
  if (spec.ok) continue;
  console.log(`${spec.file}:${spec.line} › ${spec.title}`);
  for (const { errors } of spec.tests.flatMap(({ results }) => results)) errors.forEach(tell);
}
