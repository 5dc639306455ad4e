import { withDisplay } from '../../scripts/lib/electron.mjs'
import { bare, coldStart, product } from './support/cold-start.ts'
import { median, printRows } from './support/report.ts'

/**
 * Cold start to a sale-ready screen, and the memory of all processes five seconds later, beside an Electron window
 * with one word in it; in turns in one run, the median of each side. The product runs its embedded service; the
 * training terminal's window, which stands for a device of its own, is left out.
 */
const rounds = 5

await withDisplay(async (env) => {
  const results: Record<'bare' | 'ours', { ms: number; mib: number }[]> = { bare: [], ours: [] }
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await coldStart(bare, env))
    results.ours.push(await coldStart(product, env))
  }
  const startOf = (side: 'bare' | 'ours') => median(results[side].map(({ ms }) => ms))
  const memoryOf = (side: 'bare' | 'ours') => median(results[side].map(({ mib }) => mib))
  printRows('Cold start and memory, beside a bare Electron window', [
    { name: 'bare window: start', value: startOf('bare'), unit: 'ms', note: `median of ${rounds}` },
    { name: 'Countertop: start to a sale-ready screen', value: startOf('ours'), unit: 'ms', note: '' },
    {
      name: 'ratio of the starts',
      value: startOf('ours') / startOf('bare'),
      unit: '×',
      note: '',
      goal: { is: 'at most', value: 1.5 },
    },
    { name: 'bare window: memory of all processes', value: memoryOf('bare'), unit: 'MiB', note: 'PSS' },
    { name: 'Countertop: memory of all processes', value: memoryOf('ours'), unit: 'MiB', note: 'PSS' },
    {
      name: 'ratio of the memories',
      value: memoryOf('ours') / memoryOf('bare'),
      unit: '×',
      note: '',
      goal: { is: 'at most', value: 1.2 },
    },
  ])
})
