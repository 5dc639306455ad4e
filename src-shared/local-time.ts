/** This computer's own time zone. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** YYYYMMDDHHMMSS in a time zone, as receipts carry their time; in UTC when the zone's name is not known to this computer. */
export function localStamp(ms: number, timeZone: string): string {
  const parts = formatIn(timeZone).formatToParts(ms)
  const order = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  return order
    .map((type) => parts.find((part) => part.type === type)?.value.padStart(type === 'year' ? 4 : 2, '0'))
    .join('')
}

/** The day in a time zone, as 2026-01-31; in UTC likewise. */
export function dayAt(at: number | string, timeZone: string): string {
  const stamp = localStamp(new Date(at).getTime(), timeZone)
  return [stamp.slice(0, 4), stamp.slice(4, 6), stamp.slice(6, 8)].join('-')
}

/** By time zone: making one takes longer than a thousand uses, and a report asks for each sale of a week. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/**
 * The moment that an ISO 8601 time means: with an offset it says so itself, without one it is the time of a clock in
 * this zone. A time that the clock shows twice, as summer time ends, is one of the two.
 *
 * @returns milliseconds since the epoch.
 */
export function momentOf(text: string, timeZone: string): number {
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text)
  const asIfUtc = Date.parse(`${text}Z`)
  const guess = asIfUtc - offsetAt(asIfUtc, timeZone)
  return asIfUtc - offsetAt(guess, timeZone)
}

/** How far the zone's clocks are ahead of UTC at a moment, ms. */
export function offsetAt(ms: number, timeZone: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4,})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(localStamp(ms, timeZone)) ?? []
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return shown - Math.floor(ms / 1000) * 1000
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
