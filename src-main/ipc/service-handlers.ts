import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { ok } from '../../src-shared/result.ts'
import type { ServiceChoice } from '../live-service/service-choice.ts'
import type { PosHandlers } from './command-answerer.ts'

type ServiceHandlers = Pick<PosHandlers, PosCommandName & `service.${string}`>

export interface ServiceSetUp {
  readonly choice: () => Promise<ServiceChoice>
  /** False while a customer pays. */
  readonly restart: () => boolean
}

/** The commands on the service that this counter charges at. */
export const serviceHandlers = (service: ServiceSetUp): ServiceHandlers => ({
  'service.place': async () => ok((await service.choice()).place()),
  'service.check': async (entry) => (await service.choice()).check(entry),
  'service.connect': async (entry) => (await service.choice()).connect(entry),
  'service.unlock': async ({ api_key }) => (await service.choice()).unlock(api_key),
  'service.train': async () => (await service.choice()).train(),
  'service.restart': async () => (service.restart() ? ok(null) : refuse('not_now', 'a sale is under way')),
})
