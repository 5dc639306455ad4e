import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { moneyAreas } from '../../mutants/money-areas.ts'

test.each(moneyAreas)('the sources and tests of the money area $name are where it names them', (area) => {
  expect([...area.sources, ...area.tests].filter((path) => !existsSync(fromRoot(path)))).toEqual([])
})
