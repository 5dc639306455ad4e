import { type CommandRefusal, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'

/** Makes handlers of the methods of one service, which the first command that needs it opens; null: it is not up. */
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
