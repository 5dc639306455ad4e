import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { usePortal } from '../context.ts'

interface DialogProps {
  readonly title: string
  /** Also called by Escape and by the button; null during an action that must not be interrupted. */
  readonly onClose: (() => void) | null
  readonly children: ComponentChildren
}

/** A modal question. The browser keeps the focus inside; closing returns it. */
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

/** The buttons of a question: its action and Back. */
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
  /** Absent in a form, whose button submits. */
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
