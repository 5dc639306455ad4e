import { dirname } from 'node:path'
import type * as Electron from 'electron'
import { _electron, type ElectronApplication } from 'playwright-core'
import { electronPath } from '../../scripts/lib/electron.mjs'
import { actionLimitMs } from './action-limit.ts'

type LaunchOptions = Omit<NonNullable<Parameters<typeof _electron.launch>[0]>, 'executablePath'>

/**
 * Starts this checkout's Electron under Playwright. Electron is given by the variable of the package `electron`, not by
 * `executablePath`: with a path Playwright leaves out its loader, which delays Electron's `ready` until Playwright
 * listens, and a window that opens earlier sometimes ends the handshake.
 */
export async function launchElectron(options: LaunchOptions): Promise<ElectronApplication> {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= dirname(await electronPath())
  const electron = await _electron.launch(options)
  // The settings of the test runner concern browsers only.
  electron.context().setDefaultTimeout(actionLimitMs)
  return withAnswersKept(electron)
}

type Evaluate = (
  code: (electron: typeof Electron, arg: unknown) => unknown,
  arg?: unknown,
) => Promise<unknown>

interface Call {
  readonly id: number
  readonly code: string
  readonly arg: unknown
  /** Earlier calls whose answers have arrived. */
  readonly answered: readonly number[]
}

/**
 * Keeps the result of each function that is sent to the main process until it has been received. V8's inspector holds a
 * pending answer only weakly, even of a function that returns at once: a garbage collection at the wrong moment drops
 * it, although the function has run. The result is then requested again, and the function does not run twice.
 */
function withAnswersKept(electron: ElectronApplication): ElectronApplication {
  const evaluate = electron.evaluate.bind(electron) as Evaluate
  const answered: number[] = []
  let calls = 0
  const kept: Evaluate = async (code, arg) => {
    calls += 1
    const call: Call = { id: calls, code: String(code), arg, answered: answered.splice(0) }
    for (;;) {
      try {
        const answer = await evaluate(runOnce as Parameters<Evaluate>[0], call)
        answered.push(call.id)
        return answer
      } catch (error) {
        if (!String(error).includes('promise was garbage collected')) throw error
      }
    }
  }
  return Object.assign(electron, { evaluate: kept })
}

/** Runs in the main process, where nothing else of this file is available. */
function runOnce(electron: unknown, { id, code, arg, answered }: Call): unknown {
  const place = globalThis as { keptAnswers?: Map<number, unknown> }
  place.keptAnswers ??= new Map()
  for (const earlier of answered) place.keptAnswers.delete(earlier)
  if (!place.keptAnswers.has(id)) {
    const run = new Function('electron', 'arg', `return (${code})(electron, arg)`)
    place.keptAnswers.set(id, run(electron, arg))
  }
  return place.keptAnswers.get(id)
}
