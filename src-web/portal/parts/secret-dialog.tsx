import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { SecretBox } from './secret-box.tsx'

/** Shows what was just made, this once, until the person has it. @param close the word on its only button */
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
