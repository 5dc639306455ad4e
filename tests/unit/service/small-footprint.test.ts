import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('what keeps the service beside the app small is set before anything else is loaded', () => {
  const main = readFileSync('src-service/main.ts', 'utf8')
  expect(/^import .*$/m.exec(main)?.[0]).toBe("import './small-footprint.ts'")
})
