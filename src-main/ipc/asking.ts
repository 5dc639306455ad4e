import { type CommandRefusal, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'

/** Makes command handlers from the methods of one service, opened at the first command; null: the service is not up. */
export const asking =
  <Service>(open: () => Promise<Service | null> | Service | null) =>
  <Payload, Reply>(
    ask: (
      service: Service,
      payload: Payload,
    ) => Promise<Result<Reply, CommandRefusal>> | Result<Reply, CommandRefusal>,
  ) =>
  async (payload: Payload): Promise<Result<Reply, CommandRefusal>> => {
    const service = await open()
    return service === null ? err(serviceNotUp) : ask(service, payload)
  }
