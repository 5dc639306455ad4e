import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { usePortal } from '../context.ts'

interface DialogProps {
  readonly title: string
  /** Called by Escape and by the button too; absent while something runs that must not be left. */
  readonly onClose: (() => void) | null
  readonly children: ComponentChildren
}

/** A question above the page. The browser keeps the focus inside, and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

/** The buttons below a question: what it asks for, and the way back. */
export function Choices({
  action,
  busy,
  danger = false,
  onBack,
  onAct,
}: {
  readonly action: string
  readonly busy: boolean
  readonly danger?: boolean
  readonly onBack: () => void
  /** Absent in a form, which submits. */
  readonly onAct?: () => void
}) {
  const { words } = usePortal()
  return (
    <div class="choices">
      <button type="button" class="secondary" disabled={busy} onClick={onBack}>
        {words('action.back')}
      </button>
      <button
        type={onAct === undefined ? 'submit' : 'button'}
        class={danger ? 'primary danger' : 'primary'}
        disabled={busy}
        onClick={onAct}
      >
        {busy ? words('action.busy') : action}
      </button>
    </div>
  )
}
