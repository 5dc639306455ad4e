import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the memory settings of the embedded service are imported first in main.ts', () => {
  const main = readFileSync('src-service/main.ts', 'utf8')
  expect(/^import .*$/m.exec(main)?.[0]).toBe("import './process/small-footprint.ts'")
})
