import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { StaffArea } from '../staff/staff-area.ts'

/** Makes handlers of the methods of a staff area's service, which is opened by the first command that needs it. */
export const inArea =
  <Service>(area: Pick<StaffArea<Service>, 'service'>) =>
  <Payload, Reply>(
    ask: (
      service: Service,
      payload: Payload,
    ) => Promise<Result<Reply, CommandRefusal>> | Result<Reply, CommandRefusal>,
  ) =>
  async (payload: Payload): Promise<Result<Reply, CommandRefusal>> => {
    const service = await area.service()
    return service === null ? err(notUp) : ask(service, payload)
  }

const notUp: CommandRefusal = { code: 'not_available', message: 'the service is not up yet' }
