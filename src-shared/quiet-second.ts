/** Maximum processor time of a quiet second, in ms: any action of a person or a customer takes more. */
const quietMs = 50

/**
 * Calls `act` once, in the first second in which this process is not busy and uses almost no processor time.
 *
 * @param cpu processor time that the process has used so far, in µs (node's `process.cpuUsage`)
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
