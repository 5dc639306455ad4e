/** Of a second, ms of the processor: less is none of a person's doing, nor of a customer's. */
const quietMs = 50

/**
 * Does something once, in the first second in which this process does next to nothing and is not busy.
 *
 * @param cpu what the process has taken of the processor until now, µs (node's `process.cpuUsage`)
 */
export function inQuietSecond(options: {
  readonly cpu: () => { readonly user: number; readonly system: number }
  readonly isBusy: () => boolean
  readonly act: () => void
}): void {
  const takenMs = (): number => {
    const { user, system } = options.cpu()
    return (user + system) / 1_000
  }
  let before = takenMs()
  const seconds = setInterval(() => {
    const now = takenMs()
    const used = now - before
    before = now
    if (used > quietMs || options.isBusy()) return
    clearInterval(seconds)
    options.act()
  }, 1_000)
}
