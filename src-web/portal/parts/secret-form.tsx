import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Result } from '../../../src-shared/result.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import { failureText, usePortal } from '../context.ts'
import { newKey } from '../portal-api.ts'
import { Choices, Dialog } from './dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface SecretFormProps {
  /** Title of the question, and label of the button. */
  readonly title: string
  /** Texts after creation: the title, the secret's label, and a hint that it is shown only once. */
  readonly made: { readonly title: string; readonly label: string; readonly hint: string }
  /** Creates the item. @returns its secret */
  readonly create: (idempotencyKey: string) => Promise<Result<string, PageFailure>>
  readonly onClose: (made: boolean) => void
  /** The form's fields. */
  readonly children: ComponentChildren
}

/** Creates an item with a secret, and shows the secret once: it is stored nowhere. */
export function SecretForm({ title, made, create, onClose, children }: SecretFormProps) {
  const { words } = usePortal()
  const idempotencyKey = useMemo(newKey, [])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PageFailure | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const send = async () => {
    setBusy(true)
    const answer = await create(idempotencyKey)
    setBusy(false)
    if (answer.ok) setSecret(answer.value)
    else setFailure(answer.error)
  }
  if (secret !== null) {
    return <SecretDialog {...made} value={secret} close={words('key.kept')} onClose={() => onClose(true)} />
  }
  return (
    <Dialog title={title} onClose={busy ? null : () => onClose(false)}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {children}
        {failure === null ? null : (
          <p class="field-note-wrong" role="alert">
            {failureText(words, failure)}
          </p>
        )}
        <Choices action={title} busy={busy} onBack={() => onClose(false)} />
      </form>
    </Dialog>
  )
}
