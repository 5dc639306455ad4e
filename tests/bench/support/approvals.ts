import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { launchApp } from '../../e2e/support/app.ts'
import { startService, type TestService } from '../../e2e/support/service.ts'

const hsn = 'VT-BENCH-1'

interface TerminalEvent {
  readonly event: string
  readonly step?: string
  readonly at: string
}

/** A terminal in a process of its own; `approvedAt` collects when it showed each approval, ms. */
function startTerminal(serviceUrl: string, activationCode: string) {
  const approvedAt: number[] = []
  const program = join(projectRoot, 'dist/terminal/cli.js')
  const behaviour = ['--script', 'approve', '--entry', 'tap']
  const identity = ['--service', serviceUrl, '--hsn', hsn, '--activation-code', activationCode]
  const child = spawn(process.execPath, [program, ...identity, ...behaviour], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { event, step, at } = JSON.parse(line) as TerminalEvent
    if (event === 'progress' && step === 'approved') approvedAt.push(Date.parse(at))
  })
  return { approvedAt, stop: () => child.kill('SIGTERM') }
}

/** Notes when a frame with "Approved" is drawn, by the page's own clock, ms. */
async function watchScreen(pos: Page): Promise<() => Promise<readonly number[]>> {
  await pos.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { approvedSeen: seen })
    let before = ''
    new MutationObserver(() => {
      const now = document.querySelector('[data-sale-state]')?.getAttribute('data-sale-state') ?? ''
      if (now === 'approved' && before !== 'approved') requestAnimationFrame(() => seen.push(Date.now()))
      before = now
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => pos.evaluate(() => (window as unknown as { approvedSeen: number[] }).approvedSeen)
}

async function takeSale(pos: Page): Promise<void> {
  await pos.locator('[data-sale-state="ready"]').waitFor()
  await pos.keyboard.type('1234')
  await pos.keyboard.press('Enter')
  await pos.locator('[data-sale-state="approved"]').waitFor()
  await pos.keyboard.press('Enter')
}

async function approvalsOn(service: TestService, sales: number): Promise<readonly number[]> {
  const activation = await service.client.call('terminals.activation_code', { body: { hsn } })
  if (!activation.ok) throw new Error('no activation code')
  const terminal = startTerminal(service.url, activation.value.activation_code)
  const app = await launchApp({ service, hsn })
  try {
    await app.pos.locator('[data-terminal="connected"]').waitFor()
    const seen = await watchScreen(app.pos)
    for (let sale = 0; sale < sales; sale++) await takeSale(app.pos)
    const seenAt = await seen()
    const { approvedAt } = terminal
    if (seenAt.length !== sales || approvedAt.length !== sales) {
      throw new Error(`${approvedAt.length} approvals at the terminal, ${seenAt.length} on the screen`)
    }
    return seenAt.map((at, index) => at - (approvedAt[index] ?? Number.NaN))
  } finally {
    await app.close()
    terminal.stop()
  }
}

/**
 * From the moment the terminal itself shows "Approved" to the moment the cashier reads it, of so many tapped sales, ms. The
 * terminal is a process of its own, both clocks are this machine's; needs a display.
 */
export async function measureApprovals(sales: number): Promise<readonly number[]> {
  const service = await startService()
  return approvalsOn(service, sales).finally(() => service.stop())
}
