import type { Attention } from '../../../src-shared/pos/installer-tools/attention.ts'
import { attentionOf } from '../../../src-shared/pos/installer-tools/health.ts'
import type { ServiceAccess } from '../../terminal/service-access.ts'
import { askService, diskOf } from './read-health.ts'

/** Delay before the first check, and between later ones, in ms: nothing here changes within minutes. */
const firstMs = 20_000
const againMs = 600_000

/** Checks for faults that are invisible until they stop a sale. @returns a function that ends the checks */
export function watchHealth(options: {
  readonly folder: string
  readonly access: () => ServiceAccess | null
  readonly now: () => number
  readonly onChange: (attention: readonly Attention[]) => void
}): () => void {
  let stopped = false
  let next: NodeJS.Timeout
  const lookIn = (ms: number) => {
    next = setTimeout(() => void look(), ms)
    next.unref()
  }

  async function look(): Promise<void> {
    const [disk, answer] = await Promise.all([
      diskOf(options.folder),
      askService(options.access(), options.now),
    ])
    if (stopped) return
    options.onChange(attentionOf({ disk, clock_ahead_ms: answer?.clock_ahead_ms ?? null }))
    lookIn(againMs)
  }

  lookIn(firstMs)
  return () => {
    stopped = true
    clearTimeout(next)
  }
}
