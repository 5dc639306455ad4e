import type { Page } from 'playwright-core'
import { posCommandNames } from '../../../src-shared/pos/command-names.ts'
import type { PosCommandName } from '../../../src-shared/pos/commands.ts'
import type { RefusalCode } from '../../../src-shared/pos/refusals.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'

export interface AskedOfMain {
  readonly name: PosCommandName
  readonly payload: unknown
}

declare global {
  interface Window {
    readonly bridgeOfTests: {
      readonly asked: AskedOfMain[]
      readonly push: (snapshot: Snapshot) => void
      /** Passes on the code of a scanner on a serial port. */
      readonly scan: (code: string) => void
      /** The refusal of the next commands; null: success. */
      refusal: RefusalCode | null
      /** The values that commands return: a search its page, a diagnostic its result. */
      readonly replies: Partial<Record<PosCommandName, unknown>>
      /** Commands that are refused, or never answered. */
      readonly refusals: Partial<Record<PosCommandName, RefusalCode | 'never'>>
    }
  }
}

declare global {
  interface Window {
    readonly firstSnapshotOfTests: () => Promise<Snapshot>
  }
}

/**
 * Installs a `window.countertop` before the page's own scripts run: it records requests, and nothing happens by itself.
 *
 * @returns a function that sets the first snapshot of the next loaded page
 */
export async function installFakeBridge(
  page: Page,
): Promise<(snapshot: Snapshot | Promise<Snapshot>) => void> {
  let first: Snapshot | Promise<Snapshot> | null = null
  await page.exposeFunction('firstSnapshotOfTests', () => first)
  await page.addInitScript((names: readonly PosCommandName[]) => {
    const listeners = new Set<(snapshot: Snapshot) => void>()
    const scanListeners = new Set<(code: string) => void>()
    const asked: AskedOfMain[] = []
    const tests: Window['bridgeOfTests'] = {
      asked,
      push: (next) => {
        for (const listener of listeners) listener(next)
      },
      scan: (code) => {
        for (const listener of scanListeners) listener(code)
      },
      refusal: null,
      replies: {},
      refusals: {},
    }
    const command = (name: PosCommandName) => (payload: unknown) => {
      asked.push({ name, payload })
      // Unless a test sets today's report, it is refused.
      const lacks = name === 'reports.today' && tests.replies[name] === undefined ? 'failed' : null
      const refusal = tests.refusals[name] ?? tests.refusal ?? lacks
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
        commands: {
          ...Object.fromEntries(names.map((name) => [name, command(name)])),
          'snapshot.get': async () => ({ ok: true, value: await window.firstSnapshotOfTests() }),
        },
        onSnapshot: (listener: (snapshot: Snapshot) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        onScan: (listener: (code: string) => void) => {
          scanListeners.add(listener)
          return () => scanListeners.delete(listener)
        },
      },
    })
  }, posCommandNames)
  return (snapshot) => {
    first = snapshot
  }
}

/** Passed as a text, which Playwright hands on unchanged: it traverses an object several times. */
export const pushSnapshot = (page: Page, snapshot: Snapshot): Promise<void> =>
  page.evaluate((next) => window.bridgeOfTests.push(JSON.parse(next)), JSON.stringify(snapshot))

export const askedOfMain = (page: Page): Promise<AskedOfMain[]> =>
  page.evaluate(() => window.bridgeOfTests.asked)

export type Answers = Partial<
  Pick<Window['bridgeOfTests'], 'replies' | 'refusals'> & { readonly refusal: RefusalCode | null }
>

/** Sets the answers of the next commands. */
export const answerWith = (page: Page, answers: Answers): Promise<void> =>
  page.evaluate(({ replies, refusals, refusal }) => {
    Object.assign(window.bridgeOfTests.replies, replies)
    Object.assign(window.bridgeOfTests.refusals, refusals)
    window.bridgeOfTests.refusal = refusal ?? null
  }, answers)

/** Every command succeeds again. */
export const forgetAnswers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { bridgeOfTests } = window
    for (const answers of [bridgeOfTests.replies, bridgeOfTests.refusals])
      for (const name of Object.keys(answers)) delete answers[name as PosCommandName]
    bridgeOfTests.refusal = null
  })
