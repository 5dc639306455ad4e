import { withDisplay } from '../../scripts/lib/electron.mjs'
import { measureApprovals } from './support/approvals.ts'
import { numberFlag } from './support/flags.ts'
import { percentile, printRows } from './support/report.ts'

/**
 * Time from the terminal's own display of "Approved" to the cashier's. The sales are tapped and below the signature
 * limit, so that no person is waited for. `--sales=5` for a quick run.
 */
const sales = numberFlag('sales', 40)

const waits = await withDisplay(() => measureApprovals(sales))
const rowOf = (name: string, ms: readonly number[], p: number) =>
  ({ name: `${name}: p${p * 100}`, value: percentile(ms, p), unit: 'ms', note: '' }) as const
printRows('From the terminal’s own approval to Approved on the screen, painted', [
  { ...rowOf('all of it', waits.whole, 0.5), note: `${sales} tapped sales` },
  { ...rowOf('all of it', waits.whole, 0.95), goal: { is: 'at most', value: 25 } },
  rowOf('until the window has it', waits.before, 0.5),
  rowOf('until the window has it', waits.before, 0.95),
  { ...rowOf('until it is painted', waits.drawn, 0.5), note: 'a frame is due each 16.7 ms' },
  rowOf('until it is painted', waits.drawn, 0.95),
])
