import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { launchApp } from '../../e2e/support/app.ts'
import { startService, type TestService } from '../../e2e/support/service.ts'

const hsn = 'VT-BENCH-1'

/** Times of each sale, in ms. */
export interface Approvals {
  /** From the terminal's own display of "Approved" to the painted frame that shows it to the cashier. */
  readonly whole: readonly number[]
  /** The part until the window has received it from main. */
  readonly before: readonly number[]
  /** The part after that. */
  readonly drawn: readonly number[]
}

interface TerminalEvent {
  readonly event: string
  readonly step?: string
  readonly at: string
}

/** A terminal in a process of its own; `approvedAt` collects the times at which it showed each approval, in ms. */
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

interface Seen {
  /** Times at which the window received it from main, in ms. */
  readonly arrived: number[]
  /** Times at which the frame that shows it was painted, in ms. */
  readonly painted: number[]
}

/**
 * Records when the window receives an approval from main, and when the frame that shows it is painted, by the page's
 * own clock.
 */
async function watchScreen(pos: Page): Promise<() => Promise<Seen>> {
  await pos.evaluate(() => {
    const seen: Seen = { arrived: [], painted: [] }
    Object.assign(window, { approvalsSeen: seen })
    let [sent, shown] = ['', '']
    window.countertop.onSnapshot(({ sale: { kind } }) => {
      if (kind === 'approved' && sent !== 'approved') seen.arrived.push(Date.now())
      sent = kind
    })
    new MutationObserver(() => {
      const now = document.querySelector('[data-sale-state]')?.getAttribute('data-sale-state') ?? ''
      if (now === 'approved' && shown !== 'approved') {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => seen.painted.push(Date.now())
          port2.postMessage(null)
        })
      }
      shown = now
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => pos.evaluate(() => (window as unknown as { approvalsSeen: Seen }).approvalsSeen)
}

async function takeSale(pos: Page): Promise<void> {
  await pos.locator('[data-sale-state="ready"]').waitFor()
  await pos.keyboard.type('1234')
  await pos.keyboard.press('Enter')
  await pos.locator('[data-sale-state="approved"]').waitFor()
  await pos.keyboard.press('Enter')
}

async function approvalsOn(service: TestService, sales: number): Promise<Approvals> {
  const activation = await service.client.call('terminals.activation_code', { body: { hsn } })
  if (!activation.ok) throw new Error('no activation code')
  const terminal = startTerminal(service.url, activation.value.activation_code)
  const app = await launchApp({ service, hsn, realHashes: true })
  try {
    await app.pos.locator('[data-terminal="connected"]').waitFor()
    const seen = await watchScreen(app.pos)
    for (let sale = 0; sale < sales; sale++) await takeSale(app.pos)
    const { arrived, painted } = await seen()
    const { approvedAt } = terminal
    if ([approvedAt, arrived, painted].some(({ length }) => length !== sales)) {
      throw new Error(`${approvedAt.length} approvals at the terminal, ${painted.length} on the screen`)
    }
    const since = (later: readonly number[], earlier: readonly number[]) =>
      later.map((at, index) => at - (earlier[index] ?? Number.NaN))
    return {
      whole: since(painted, approvedAt),
      before: since(arrived, approvedAt),
      drawn: since(painted, arrived),
    }
  } finally {
    await app.close()
    terminal.stop()
  }
}

/**
 * Measures this many tapped sales. The terminal is a process of its own; both clocks are this machine's. Needs a
 * display.
 */
export async function measureApprovals(sales: number): Promise<Approvals> {
  const service = await startService()
  return approvalsOn(service, sales).finally(() => service.stop())
}
