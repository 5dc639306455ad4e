import { parseArgs } from 'node:util'
import { chaosSales } from './sales/sales.ts'

/** `npm run chaos -- sales --sales=1000 --lanes=6 --seed=7` */
const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const options = { sales: Number(values.sales), lanes: Number(values.lanes), seed: Number(values.seed) }
console.log(`${options.sales} sales on ${options.lanes} counters, seed ${options.seed}`)
console.log(await chaosSales({ ...options, say: (line) => console.log(`  ${line}`) }))
