import { parseArgs } from 'node:util'
import { chaosDay } from './day/day.ts'

/** `npm run chaos -- day --sales=100 --seed=7` */
const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const options = { sales: Number(values.sales), seed: Number(values.seed) }

console.log(`a day of ${options.sales} customers at one counter, seed ${options.seed}`)
console.log(await chaosDay({ ...options, report: (line) => console.log(`  ${line}`) }))
