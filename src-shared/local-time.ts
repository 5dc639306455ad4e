/** The time zone of this computer. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** YYYYMMDDHHMMSS in a time zone, the format of receipts; in UTC if this computer does not know the zone. */
export function localStamp(ms: number, timeZone: string): string {
  const parts = formatIn(timeZone).formatToParts(ms)
  const order = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  return order
    .map((type) => parts.find((part) => part.type === type)?.value.padStart(type === 'year' ? 4 : 2, '0'))
    .join('')
}

/** The date in a time zone, as 2026-01-31; in UTC if this computer does not know the zone. */
export function dayAt(at: number | string, timeZone: string): string {
  const stamp = localStamp(new Date(at).getTime(), timeZone)
  return [stamp.slice(0, 4), stamp.slice(4, 6), stamp.slice(6, 8)].join('-')
}

/** Cached by time zone: creating a format takes longer than a thousand uses, and reports format many times. */
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
 * Parses an ISO 8601 time: with its own offset if it has one, otherwise as local time of this zone. A local time that
 * occurs twice, at the end of summer time, is taken as one of the two.
 *
 * @returns milliseconds since the epoch.
 */
export function momentOf(text: string, timeZone: string): number {
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text)
  const asIfUtc = Date.parse(`${text}Z`)
  const guess = asIfUtc - offsetAt(asIfUtc, timeZone)
  return asIfUtc - offsetAt(guess, timeZone)
}

/** The zone's offset from UTC at a moment, in ms; positive if its clocks are ahead. */
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
