import type { Page } from 'playwright-core'
import type { PosCommand, RefusalCode } from '../../../src-shared/pos/commands.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'

export interface AskedOfMain {
  readonly name: PosCommand
  readonly payload: unknown
}

declare global {
  interface Window {
    readonly bridgeOfTests: {
      readonly asked: AskedOfMain[]
      readonly push: (snapshot: Snapshot) => void
      /** What the next commands are answered with; null is success. */
      refusal: RefusalCode | null
      /** What a command answers besides "done": a search its page, a trial its result. */
      readonly replies: Partial<Record<PosCommand, unknown>>
      /** Single commands that are refused, or not answered at all. */
      readonly refusals: Partial<Record<PosCommand, RefusalCode | 'never'>>
    }
  }
}

declare global {
  interface Window {
    readonly firstSnapshotOfTests: () => Promise<Snapshot>
  }
}

/**
 * Puts a `window.countertop` in place before the page's own scripts run: it records what it is asked, and nothing
 * happens by itself.
 *
 * @returns sets the snapshot that the next loaded page begins with.
 */
export async function installFakeBridge(page: Page): Promise<(snapshot: Snapshot) => void> {
  let first: Snapshot | null = null
  await page.exposeFunction('firstSnapshotOfTests', () => first)
  await page.addInitScript(() => {
    const listeners = new Set<(snapshot: Snapshot) => void>()
    const asked: AskedOfMain[] = []
    const tests: Window['bridgeOfTests'] = {
      asked,
      push: (next) => {
        for (const listener of listeners) listener(next)
      },
      refusal: null,
      replies: {},
      refusals: {},
    }
    const command = (name: PosCommand) => (payload: unknown) => {
      asked.push({ name, payload })
      const refusal = tests.refusals[name] ?? tests.refusal
      if (refusal === 'never') return new Promise(() => {})
      return Promise.resolve(
        refusal === null
          ? { ok: true, value: tests.replies[name] ?? null }
          : { ok: false, error: { code: refusal, message: 'asked by a test' } },
      )
    }
    Object.assign(window, {
      bridgeOfTests: tests,
      countertop: {
        getSnapshot: async () => ({ ok: true, value: await window.firstSnapshotOfTests() }),
        charge: command('sale.charge'),
        cancel: command('sale.cancel'),
        skipTip: command('sale.skip_tip'),
        retry: command('sale.retry'),
        decide: command('sale.decide'),
        sign: command('sale.sign'),
        print: command('sale.print'),
        finish: command('sale.finish'),
        connectTerminal: command('terminal.connect'),
        showVirtualTerminal: command('terminal.show_virtual'),
        updateSettings: command('settings.update'),
        enterStaff: command('staff.enter'),
        choosePin: command('staff.choose_pin'),
        leaveStaff: command('staff.leave'),
        searchPayments: command('payments.search'),
        openPayment: command('payments.open'),
        actOnPayment: command('payments.act'),
        printPayment: command('payments.print'),
        dismissAction: command('payments.dismiss'),
        listTerminals: command('terminals.list'),
        pairTerminal: command('terminals.pair'),
        stopPairing: command('terminals.stop_pairing'),
        useTerminal: command('terminals.use'),
        tryTerminal: command('terminals.try'),
        stopTry: command('terminals.stop_try'),
        addVirtualTerminal: command('terminals.add_virtual'),
        carrySerialPort: command('devices.carry'),
        removeVirtualTerminal: command('terminals.remove_virtual'),
        onSnapshot: (listener: (snapshot: Snapshot) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    })
  })
  return (snapshot) => {
    first = snapshot
  }
}

export const pushSnapshot = (page: Page, snapshot: Snapshot): Promise<void> =>
  page.evaluate((next) => window.bridgeOfTests.push(next), snapshot)

export const askedOfMain = (page: Page): Promise<AskedOfMain[]> =>
  page.evaluate(() => window.bridgeOfTests.asked)

export type Answers = Partial<
  Pick<Window['bridgeOfTests'], 'replies' | 'refusals'> & { readonly refusal: RefusalCode | null }
>

/** What the next commands are answered with. */
export const answerWith = (page: Page, answers: Answers): Promise<void> =>
  page.evaluate(({ replies, refusals, refusal }) => {
    Object.assign(window.bridgeOfTests.replies, replies)
    Object.assign(window.bridgeOfTests.refusals, refusals)
    window.bridgeOfTests.refusal = refusal ?? null
  }, answers)
