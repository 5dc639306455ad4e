import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { namedMutants } from '../../mutants/named-mutants.ts'

test.each(namedMutants)('a named guard is still where its mutant takes it away: $name', ({ file, find }) => {
  expect(readFileSync(fromRoot(file), 'utf8')).toContain(find)
})
