import { isJsonObject, type JsonObject } from '../../../src-shared/json-object.ts'

/**
 * Returns the part of a log line that may leave the shop. It uses an allow-list: only fields that are known to identify
 * nobody and to grant no access are kept, so an unforeseen line loses its text instead of leaking it.
 */
export function cleanLine(line: string): string | null {
  const entry = parse(line)
  if (entry === null) return null
  return JSON.stringify(cleanEntry(entry))
}

function parse(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function cleanEntry(entry: JsonObject): JsonObject {
  const kept: Record<string, unknown> = {}
  const left: string[] = []
  for (const [name, value] of Object.entries(entry)) {
    // In a request `path` is a route; elsewhere it is a file, whose folders may contain the user's name.
    const isFile = name === 'path' && !Object.hasOwn(entry, 'method')
    const clean =
      name === 'err' && isJsonObject(value) ? cleanError(value) : isFile ? undefined : cleanValue(name, value)
    if (clean !== undefined) kept[name] = clean
    // The name of a removed field helps, if it is one of the program's names and not itself typed text.
    else if (/^[a-z][a-z_]{0,30}$/.test(name) && !isKey(name)) left.push(name)
  }
  return left.length === 0 ? kept : { ...kept, left_out: left }
}

/** Names of fields that hold a word of the program: events, states, codes, names of commands. */
const wordNames = [
  ...['msg', 'status', 'kind', 'code', 'command', 'operation', 'reason', 'event', 'type', 'level'],
  ...['effect', 'outcome', 'state', 'refusal', 'fault'],
]
const word = /^[a-z]+([._-][a-z]+)*$/
const method = /^(GET|POST|PUT|PATCH|DELETE|HEAD)$/
/** Without digits, so that it cannot contain a number of a person. */
const route = /^(\/[a-z_…]{0,40})+$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const idNames = ['intent_id', 'payment_intent_id', 'payment_id', 'refund_id', 'sale_id']
const id = /^(pi|py|pay|re|rf|sale)_[A-Za-z0-9-]{6,40}$/
const numberNames = [
  ...['level', 'status', 'ms', 'took_ms', 'latency_ms', 'lastedMs', 'responseTime', 'code', 'exit_code'],
  ...['failures', 'pause', 'attempt', 'count', 'removed', 'lines', 'damaged', 'left', 'rows', 'items'],
]

function cleanValue(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return isPlainNumber(name, value) ? value : undefined
  return typeof value === 'string' && isPlainText(name, value) ? value : undefined
}

function isPlainNumber(name: string, value: number): boolean {
  if (name === 'time') return value > 1_600_000_000_000 && value < 2_500_000_000_000
  return numberNames.includes(name) && Math.abs(value) < 1_000_000
}

function isPlainText(name: string, value: string): boolean {
  if (name === 'time') return instant.test(value)
  if (name === 'method') return method.test(value)
  if (name === 'path') return route.test(value)
  if (value.length > 64 || hasLongNumber(value)) return false
  if (idNames.includes(name)) return id.test(value)
  return wordNames.includes(name) && word.test(value) && !isKey(value)
}

/** Whether it contains a number as long as a card's. */
const hasLongNumber = (value: string): boolean => /\d{12}/.test(value.replace(/[ .-]/g, ''))

const isKey = (value: string): boolean => /^(sk|pk|whsec|tok|cs|ct|pm)_/.test(value)

/** Keeps the error's type, code and place, but not its message, which may repeat typed text. */
function cleanError(error: JsonObject): JsonObject {
  const { type, code, stack } = error
  const frames = typeof stack === 'string' ? stack.split('\n').flatMap(cleanFrame) : []
  return {
    ...(typeof type === 'string' && /^[A-Za-z]{0,40}Error$/.test(type) ? { type } : {}),
    ...(typeof code === 'string' && /^E?[A-Z_]{2,40}$/.test(code) ? { code } : {}),
    at: frames,
  }
}

/** Keeps the file's name and line; its folders may contain the user's name. */
function cleanFrame(line: string): readonly string[] {
  const found =
    /^\s*at (?:([\w.<>$ ]{1,60}) \()?(?:[^()]*[/\\])?([\w.-]{1,60}\.[cm]?[jt]sx?:\d+:\d+)\)?$/.exec(line)
  return found === null ? [] : [`${found[1] ?? ''} ${found[2] ?? ''}`.trim()]
}
