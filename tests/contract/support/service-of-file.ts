import { afterAll, beforeAll } from 'vitest'
import { type Ask, createAsk, createMust, type Must } from './ask.ts'
import { type RunningService, startService } from './running-service.ts'

/**
 * The service that the tests of a file share: started before the first, and stopped after the last. To be called while
 * the file is loaded; until the first test the service has no properties.
 */
export function serviceOfFile(): {
  readonly service: RunningService
  readonly ask: Ask
  readonly must: Must
} {
  const service = {} as RunningService
  beforeAll(async () => {
    Object.assign(service, await startService())
  })
  afterAll(() => service.stop())
  const ask = createAsk(service)
  return { service, ask, must: createMust(ask) }
}
