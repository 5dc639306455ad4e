import { useState } from 'preact/hooks'
import type { Result } from '../../../src-shared/result.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import { Notice } from '../../components/notice.tsx'
import { failureText, usePortal } from '../context.ts'
import { Choices, Dialog } from './dialog.tsx'

/** Asks for confirmation before an action that is hard to undo. */
export function Confirm<Value>({
  title,
  text,
  action,
  danger = false,
  run,
  onDone,
  onClose,
}: {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly danger?: boolean
  readonly run: () => Promise<Result<Value, PageFailure>>
  readonly onDone: (value: Value) => void
  readonly onClose: () => void
}) {
  const { words } = usePortal()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PageFailure | null>(null)
  const act = async () => {
    setBusy(true)
    const answer = await run()
    setBusy(false)
    if (answer.ok) onDone(answer.value)
    else setFailure(answer.error)
  }
  return (
    <Dialog title={title} onClose={busy ? null : onClose}>
      <p>{text}</p>
      {failure === null ? null : (
        <Notice kind="bad">
          <p>{failureText(words, failure)}</p>
        </Notice>
      )}
      <Choices action={action} busy={busy} danger={danger} onBack={onClose} onAct={() => void act()} />
    </Dialog>
  )
}
