import { withDisplay } from '../../scripts/lib/electron.mjs'
import { measureApprovals } from './support/approvals.ts'
import { numberFlag } from './support/flags.ts'
import { percentile, printRows } from './support/report.ts'

/**
 * From the moment the terminal itself shows "Approved" to the moment the cashier reads it. Tapped sales below the signature
 * limit, so that no person is waited for. `--sales=5` for a look.
 */
const sales = numberFlag('sales', 40)

const waits = await withDisplay(() => measureApprovals(sales))
printRows('From the terminal’s own approval to Approved on the screen', [
  { name: 'p50', value: percentile(waits, 0.5), unit: 'ms', note: `${sales} tapped sales` },
  { name: 'p95', value: percentile(waits, 0.95), unit: 'ms', note: '', goal: { is: 'at most', value: 25 } },
])
