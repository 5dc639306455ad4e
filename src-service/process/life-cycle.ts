import type { FastifyInstance } from 'fastify'
import type { ServiceModule } from '../services.ts'

/** How long a stop waits for running requests, in ms. */
const stopLimitMs = 10_000
const closeIdleEveryMs = 50

export type Closer = () => unknown

/** Closes what was opened, the last first, even if one of them fails. @throws the first failure */
export async function closeAll(opened: Closer[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

interface Life {
  /** In the order in which they start; they stop in the reverse order. */
  readonly modules: readonly Pick<ServiceModule<never>, 'start' | 'quiesce' | 'stop'>[]
  readonly server: Pick<FastifyInstance, 'close' | 'server'>
  /** Closed after the modules have stopped. */
  readonly opened: Closer[]
  /** @returns the URL */
  readonly listen: () => Promise<string>
  /** Started once the service listens. Each returns what stops it. */
  readonly jobs: readonly (() => Closer)[]
}

/** Starts and stops the service, each once. A stop during the start lets nothing more begin. */
export function createLifeCycle({ modules, server, opened, listen, jobs }: Life) {
  let starting: Promise<string> | null = null
  let stopping: Promise<void> | null = null
  const endIfStopping = () => {
    if (stopping !== null) throw new Error('the service is stopping')
  }
  const start = async (): Promise<string> => {
    for (const module of modules) {
      endIfStopping()
      await module.start?.()
    }
    endIfStopping()
    const url = await listen()
    endIfStopping()
    for (const begin of jobs) opened.push(begin())
    return url
  }
  const stop = async (): Promise<void> => {
    // A module that is just starting can be stopped only once it has started.
    await Promise.race([starting?.catch(() => undefined), pause(stopLimitMs)])
    const ended = Promise.all([server.close(), ...modules.map((module) => module.quiesce?.())])
    // Connections whose last answer is sent now would be kept alive and keep the server open. The interval also keeps
    // the process alive until the end, which the clock's timers, on which a running job may wait, do not.
    const closing = setInterval(() => server.server.closeIdleConnections(), closeIdleEveryMs)
    try {
      await Promise.race([ended, pause(stopLimitMs)])
    } finally {
      // A module that cannot be stopped keeps nothing else from being stopped or closed.
      const all = [...opened.splice(0), ...modules.map((module) => () => module.stop?.())]
      await closeAll(all).finally(() => clearInterval(closing))
    }
  }
  return {
    listen() {
      starting = start()
      return starting
    },
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
