import { parseArgs } from 'node:util'
import { workDay } from './day/day.ts'
import { chaosDay } from './day/process-place.ts'

/** `npm run chaos -- day --sales=100 --seed=7`; with `--window` through the window of the real app */
const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    window: { type: 'boolean', default: false },
  },
})
const report = (line: string) => console.log(`  ${line}`)
const options = { sales: Number(values.sales), seed: Number(values.seed), report }

console.log(
  `a day of ${options.sales} customers at one counter${values.window ? ', in its window' : ''}, seed ${options.seed}`,
)
console.log(await (values.window ? inWindow() : chaosDay(options)))

async function inWindow() {
  const [{ openWindowPlace }, { windowTrade }] = await Promise.all([
    import('./window/window-place.ts'),
    import('./window/goods.ts'),
  ])
  return workDay(await openWindowPlace(options.seed), options, windowTrade)
}
