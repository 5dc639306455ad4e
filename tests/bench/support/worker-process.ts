import { spawn } from 'node:child_process'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'

/** A load generator in a process of its own: its cost is not in the measured process, and can be stated. */
export interface Worker {
  call<Value>(name: string, argument?: unknown): Promise<Value>
  stop(): Promise<void>
}

interface Call {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}
interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** @param file a program that calls `serveWorker`. */
export async function startWorker(file: string): Promise<Worker> {
  const child = spawn(process.execPath, ['--enable-source-maps', await bundleTypescript(file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.on('exit', () => {
    for (const [id, answer] of waiting) answer({ id, error: `${file} ended` })
  })
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  return {
    call: <Value>(name: string, argument: unknown = null) =>
      new Promise<Value>((resolve, reject) => {
        last += 1
        waiting.set(last, ({ value, error }) =>
          error === undefined ? resolve(value as Value) : reject(new Error(error)),
        )
        child.send({ id: last, name, argument })
      }),
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

type Handlers = Readonly<Record<string, (argument: never) => unknown>>

/** The worker's side: answers calls until its parent disconnects. */
export function serveWorker(handlers: Handlers): void {
  const answer = (message: Answer) => void process.send?.(message)
  process.on('message', ({ id, name, argument }: Call) => {
    const handler = handlers[name]
    Promise.resolve()
      .then(() => {
        if (handler === undefined) throw new Error(`there is no ${name}`)
        return handler(argument as never)
      })
      .then(
        (value) => answer({ id, value }),
        (error: unknown) =>
          answer({ id, error: error instanceof Error ? (error.stack ?? '') : String(error) }),
      )
  })
  process.on('disconnect', () => process.exit(0))
}
