import type { ElectronApplication } from 'playwright-core'

/** The answer of a node process of the app (node-memory.mjs). */
export interface NodeMemory {
  /** Size of the JavaScript heap, and of memory outside it, such as buffers; in bytes. */
  readonly heap: number
  readonly outside: number
  readonly timers: number
  /** Number of sockets, files and child processes. */
  readonly handles: number
}

interface Answers {
  readonly memory: NodeMemory
  readonly snapshot: string
  readonly leak: undefined
}

/** The object that app-hook.cjs puts into main. */
interface Hook {
  readonly ready: { readonly url: string; readonly account_id: string; readonly key: string } | null
  readonly pids: () => { readonly main: number; readonly service: number }
  readonly listeners: () => number
  readonly ask: (program: string, question: string, about?: unknown) => Promise<unknown>
}
interface Hooked {
  readonly soak: Hook
}

export const serviceOf = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as unknown as Hooked).soak.ready)

export const pidsOf = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as unknown as Hooked).soak.pids())

/** Number of listeners on main's own long-lived emitters. */
export const listenersOf = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as unknown as Hooked).soak.listeners())

export const ask = <Question extends keyof Answers>(
  electron: ElectronApplication,
  program: 'main' | 'service',
  question: Question,
  about?: string | number,
): Promise<Answers[Question]> =>
  electron.evaluate((_, [of, what, more]) => (globalThis as unknown as Hooked).soak.ask(of, what, more), [
    program,
    question,
    about,
  ] as const) as Promise<Answers[Question]>
