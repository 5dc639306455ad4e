import { useEffect, useEffectEvent } from 'react'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { Notice } from '../components/notice.tsx'
import { Toast } from '../components/toast.tsx'
import { clearRefusal, useCommandStore } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Long enough to read the message twice. */
const shownMs = 10_000

/** Shows that main refused the last command, in the texts of the current page. Disappears by itself. */
export function RefusalToast({
  t,
}: {
  readonly t: (key: `refusal.${RefusalCode | 'title' | 'failedTitle'}`) => string
}) {
  const refusal = useCommandStore((state) => state.refusal)
  // A command that failed on the way may have been done in part, or entirely.
  const title = t(refusal === 'failed' ? 'refusal.failedTitle' : 'refusal.title')
  return refusal !== null && <NotDone title={title} text={t(`refusal.${refusal}`)} onOver={clearRefusal} />
}

/** Shows that no charge was made because the terminal or the service was missing. Disappears by itself. */
export function AwayToast({
  t,
}: {
  readonly t: (key: 'refusal.title' | 'away.service' | 'away.terminal') => string
}) {
  const away = useCommandStore((state) => state.away)
  const isBack = useSnapshot(({ service, terminal }) =>
    away === 'service' ? service.kind === 'ready' : terminal.kind === 'connected',
  )
  return (
    away !== null &&
    !isBack && <NotDone title={t('refusal.title')} text={t(`away.${away}`)} onOver={clearRefusal} />
  )
}

interface NotDoneProps {
  readonly title: string
  readonly text: string
  /** The person has read it. */
  readonly onOver: () => void
}

/** Shows that something was not done, and why. Disappears by itself. */
export function NotDone({ title, text, onOver }: NotDoneProps) {
  const over = useEffectEvent(onOver)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is read anew
  useEffect(() => {
    const timer = setTimeout(() => over(), shownMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Toast key={text} tone="bad" onGoOn={onOver}>
      <Notice alert tone="bad" title={title} text={text} />
    </Toast>
  )
}
