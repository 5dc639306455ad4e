import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { namedMutants } from '../../mutants/named-mutants.ts'

test.each(namedMutants)(
  'the code of a named guard is found where its mutant removes it: $name',
  ({ file, find }) => {
    expect(readFileSync(fromRoot(file), 'utf8')).toContain(find)
  },
)
