import { isMissingRoute } from '../../src-shared/api/missing-operations.ts'
import { terminalOperations } from '../../src-shared/api/operations/terminals.ts'
import { type TerminalEvent, terminalEventSchema } from '../../src-shared/api/schemas/terminal.ts'
import { abortWith } from '../abort-with.ts'
import type { ServiceAccess } from './service-access.ts'
import type { TerminalSession } from './session.ts'

/**
 * Follows what the customer sees (server-sent events), again and again until it is stopped. After a break the service
 * first sends what was missed: it is asked for by the last event's id.
 */
export interface Follower {
  /** Resolves when the stream is open, or after a moment without one: it is news, not a condition. */
  readonly opened: Promise<void>
  stop(): void
}

export interface FollowerOptions {
  readonly onEvent: (event: TerminalEvent) => void
  /** The stream broke off: the service, the terminal or the session may be gone. */
  readonly onBreak: () => void
  /** How long the stream may bring nothing, not even the service's sign of life, ms. */
  readonly silenceMs?: number
}

const retryMs = 1_000
/** The service gives a sign of life each 15 s: a line without any was cut where neither end was told. */
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
    // Nothing broke: what such a service does not report is asked for as the sale goes.
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
        // The keys are for the service alone, not for whom it may name.
        redirect: 'error',
        signal: line.signal,
      })
      if (!response.ok || response.body === null) {
        // A terminal or a session that is not found is none of the stream's doing: it is asked for again.
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
      // The break is reported below, whatever broke it.
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
  /** Null: the event names none, and the one before it stays the last. */
  readonly id: string | null
  readonly data: unknown
}

/** Each event, with the JSON of its data lines. What is no JSON is left out. @param onBytes whatever they hold */
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
