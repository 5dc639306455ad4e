import type { Client } from '../../src-shared/api/client.ts'
import type { ClientSource } from './call-service.ts'

/** A client that notes whether the service has refused to show something. */
export interface NotingRefusals {
  readonly client: ClientSource
  /**
   * Whether it does not know what was asked for, or the key does not reach it. This proves nothing, and asking again soon
   * is of no use.
   */
  readonly wasRefused: () => boolean
}

export function notingRefusals(source: ClientSource): NotingRefusals {
  let refused = false
  return {
    wasRefused: () => refused,
    client() {
      const present = source()
      if (present === null) return null
      const call: Client['call'] = async (name, input) => {
        const answer = await present.call(name, input)
        refused ||=
          !answer.ok && answer.error.kind === 'refused' && [401, 403, 404].includes(answer.error.status)
        return answer
      }
      return { call }
    },
  }
}
