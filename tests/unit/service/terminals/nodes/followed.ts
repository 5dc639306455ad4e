import { streamedEvents } from '../../../../../src-main/terminal/event-stream.ts'
import type { Node } from './two-nodes.ts'

/** A follower of a terminal's events at a node. */
export interface Followed {
  readonly status: number
  /** The events in the order of arrival, as `session force`, `link true`, `progress waiting`. */
  readonly seen: string[]
  /** The same events as complete objects. */
  readonly events: object[]
  /** Resolves when the stream has ended, with how it ended. */
  readonly ended: Promise<'ended' | 'broken'>
  leave(): void
}

interface Event {
  readonly type: string
  readonly connected?: boolean
  readonly step?: { readonly step?: string } | string
  readonly ended_by?: string
}

export async function follow(node: Node, hsn: string, sessionKey: string): Promise<Followed> {
  const controller = new AbortController()
  const response = await fetch(`${node.url}/terminals/processor/events?hsn=${hsn}`, {
    headers: { ...node.headers, 'x-session-key': sessionKey },
    signal: controller.signal,
  })
  const seen: string[] = []
  const events: object[] = []
  const read = async () => {
    if (response.body === null) throw new Error('a stream has a body')
    for await (const { data } of streamedEvents(response.body)) {
      events.push(data as object)
      const { type, connected, step, ended_by } = data as Event
      seen.push(`${type} ${ended_by ?? connected ?? (typeof step === 'object' ? step.step : step)}`)
    }
  }
  const ended = read().then(
    () => 'ended' as const,
    () => 'broken' as const,
  )
  return { status: response.status, seen, events, ended, leave: () => controller.abort() }
}
