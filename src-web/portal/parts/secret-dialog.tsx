import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { SecretBox } from './secret-box.tsx'

/** Shows a new secret once, until the person has copied it. @param close label of its only button */
export function SecretDialog({
  title,
  close,
  onClose,
  children,
  ...box
}: {
  readonly title: string
  readonly label: string
  readonly value: string
  readonly hint: string
  readonly close: string
  readonly onClose: () => void
  readonly children?: ComponentChildren
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <SecretBox {...box} />
      <div class="choices">
        <button type="button" class="primary" onClick={onClose}>
          {close}
        </button>
      </div>
    </Dialog>
  )
}
