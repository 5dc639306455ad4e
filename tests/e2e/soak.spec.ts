import { findLeaks } from '../soak/find-leaks.ts'
import { programs } from '../soak/memory.ts'
import { expect, test } from './support/counter.ts'

/**
 * `COUNTERTOP_SOAK_LEAK=main,service,window` causes a leak in each of them on purpose; the test must then fail and name
 * them.
 */
const named = process.env.COUNTERTOP_SOAK_LEAK?.split(',') ?? []
const planted = programs.filter((one) => named.includes(one))

test('repeated sales leak no memory in main, the service or the window', async () => {
  test.setTimeout(600_000)
  expect(await findLeaks(planted)).toEqual([])
})
