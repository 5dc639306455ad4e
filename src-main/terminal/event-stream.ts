import { isMissingRoute } from '../../src-shared/api/missing-operations.ts'
import { terminalOperations } from '../../src-shared/api/operations/terminals.ts'
import { type TerminalEvent, terminalEventSchema } from '../../src-shared/api/schemas/terminal.ts'
import { abortWith } from '../async/abort-with.ts'
import type { ServiceAccess } from './service-access.ts'
import type { TerminalSession } from './session.ts'

/**
 * Follows the events of the customer's screen (server-sent events), and reconnects until it is stopped. After a break
 * the service first sends the missed events: the request carries the last event's id.
 */
export interface Follower {
  /** Resolves when the stream is open, or after a moment without one: a sale does not depend on it. */
  readonly opened: Promise<void>
  stop(): void
}

export interface FollowerOptions {
  readonly onEvent: (event: TerminalEvent) => void
  /** Called when the stream breaks: the service, the terminal or the session may be gone. */
  readonly onBreak: () => void
  /** Maximum time without any data, not even the service's sign of life, in ms. */
  readonly silenceMs?: number
}

const retryMs = 1_000
/** The service sends a sign of life each 15 s: after this long without one, in ms, the connection was cut unnoticed. */
const silenceLimitMs = 40_000
const openLimitMs = 1_000

export function followTerminal(
  access: ServiceAccess,
  session: TerminalSession,
  options: FollowerOptions,
): Follower {
  const controller = new AbortController()
  const { signal } = controller
  let opened = () => {}
  const whenOpen = new Promise<void>((resolve) => {
    opened = resolve
    setTimeout(resolve, openLimitMs).unref()
  })
  const again = () => {
    if (signal.aborted) return
    options.onBreak()
    setTimeout(() => void run(), retryMs).unref()
  }
  let lastId = ''
  async function run(): Promise<void> {
    if (signal.aborted) return
    // A missing operation is not a break: the sale asks for the same information as it goes.
    if (access.missing.has('terminals.events')) return opened()
    const line = new AbortController()
    const letGo = abortWith(line, signal)
    const silence = setTimeout(() => line.abort(), options.silenceMs ?? silenceLimitMs)
    try {
      const response = await access.fetch(eventsUrl(access, session.hsn), {
        headers: {
          accept: 'text/event-stream',
          'x-api-key': access.apiKey,
          'x-account-id': access.accountId,
          'x-session-key': session.key,
          ...(lastId === '' ? {} : { 'last-event-id': lastId }),
        },
        // The keys are for this service alone, not for another host that it redirects to.
        redirect: 'error',
        signal: line.signal,
      })
      if (!response.ok || response.body === null) {
        // The stream cannot mend a missing terminal or session: it just asks again.
        if (!isMissingRoute(response.status, parsed(await response.text()))) return again()
        access.missing.add('terminals.events')
        return opened()
      }
      opened()
      for await (const { id, data } of streamedEvents(response.body, () => silence.refresh())) {
        if (signal.aborted) return
        lastId = id ?? lastId
        const event = terminalEventSchema.safeParse(data)
        if (event.success) options.onEvent(event.data)
      }
    } catch {
      // The break is reported below, whatever its cause.
    } finally {
      clearTimeout(silence)
      letGo()
    }
    again()
  }
  void run()
  return { opened: whenOpen, stop: () => controller.abort() }
}

const eventsUrl = ({ url }: ServiceAccess, hsn: string): string =>
  `${url}${terminalOperations['terminals.events'].path}?${new URLSearchParams({ hsn })}`

export interface StreamedEvent {
  /** Null when the event has no id; the last id then stays the one before. */
  readonly id: string | null
  readonly data: unknown
}

/** Yields each event with the JSON of its data lines; skips invalid JSON. @param onBytes called for every chunk */
export async function* streamedEvents(
  body: AsyncIterable<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    onBytes()
    rest += decoder.decode(chunk, { stream: true })
    // An event ends with an empty line; the standard allows three line endings.
    const blocks = rest.replace(/\r\n?/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = parsed(valuesOf(block, 'data').join('\n'))
      if (data !== undefined) yield { id: valuesOf(block, 'id').at(-1) ?? null, data }
    }
  }
}

const valuesOf = (block: string, field: string): readonly string[] =>
  block
    .split('\n')
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).replace(/^ /, ''))

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
