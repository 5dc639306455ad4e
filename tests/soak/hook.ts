import type { ElectronApplication } from 'playwright-core'

/** What a node process of the app answers (node-memory.mjs). */
export interface NodeMemory {
  /** Of JavaScript, and outside of it by buffers and the like, bytes. */
  readonly heap: number
  readonly outside: number
  readonly timers: number
  /** Sockets, files, children. */
  readonly handles: number
}

interface Answers {
  readonly memory: NodeMemory
  readonly snapshot: string
  readonly leak: undefined
}

/** What app-hook.cjs has put into main. */
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

/** Of main's own emitters that live as long as it does. */
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
