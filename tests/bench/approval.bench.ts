import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withDisplay } from '../../scripts/lib/electron.mjs'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { launchApp } from '../e2e/support/app.ts'
import { startService } from '../e2e/support/service.ts'
import { percentile, printRows } from './support/report.ts'

/**
 * From the moment the terminal itself shows "Approved" to the moment the cashier reads it: the terminal is a process
 * of its own, both clocks are this machine's. Tapped sales below the signature limit, so that no person is waited for.
 */
const sales = 40
const hsn = 'VT-BENCH-1'

await withDisplay(async () => {
  const service = await startService()
  const activation = await service.client.call('terminals.activation_code', { body: { hsn } })
  if (!activation.ok) throw new Error('no activation code')
  const approvedAt: number[] = []
  const terminal = spawn(
    process.execPath,
    [
      join(projectRoot, 'dist/terminal/cli.js'),
      ...['--service', service.url, '--hsn', hsn, '--script', 'approve', '--entry', 'tap'],
      ...['--activation-code', activation.value.activation_code],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  createInterface({ input: terminal.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as { event: string; step?: string; at: string }
    if (event.event === 'progress' && event.step === 'approved') approvedAt.push(Date.parse(event.at))
  })

  const app = await launchApp({ service, hsn })
  await app.pos.locator('[data-terminal="connected"]').waitFor()
  await app.pos.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { approvedSeen: seen })
    let before = ''
    new MutationObserver(() => {
      const now = document.querySelector('[data-sale-state]')?.getAttribute('data-sale-state') ?? ''
      if (now === 'approved' && before !== 'approved') requestAnimationFrame(() => seen.push(Date.now()))
      before = now
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  for (let sale = 0; sale < sales; sale++) {
    await app.pos.locator('[data-sale-state="ready"]').waitFor()
    await app.pos.keyboard.type('1234')
    await app.pos.keyboard.press('Enter')
    await app.pos.locator('[data-sale-state="approved"]').waitFor()
    await app.pos.keyboard.press('Enter')
  }
  const seenAt = await app.pos.evaluate(() => (window as unknown as { approvedSeen: number[] }).approvedSeen)
  await app.close()
  terminal.kill('SIGTERM')
  await service.stop()

  if (seenAt.length !== sales || approvedAt.length !== sales) {
    throw new Error(
      `${approvedAt.length} approvals at the terminal and ${seenAt.length} on the screen, not ${sales}`,
    )
  }
  const waits = seenAt.map((at, index) => at - (approvedAt[index] ?? Number.NaN))
  printRows('From the terminal’s own approval to Approved on the screen', [
    { name: 'p50', value: percentile(waits, 0.5), unit: 'ms', note: `${sales} tapped sales` },
    {
      name: 'p95',
      value: percentile(waits, 0.95),
      unit: 'ms',
      note: '',
      goal: { is: 'at most', value: 100 },
    },
  ])
})
