import { useRef, useState } from 'preact/hooks'
import { Notice } from '../../components/notice.tsx'
import { usePortal } from '../context.ts'

/** A secret or a link that is shown only once, to be copied now. */
export function SecretBox({
  label,
  value,
  hint,
}: {
  readonly label: string
  readonly value: string
  readonly hint: string
}) {
  const { words } = usePortal()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    // If the browser refuses, the text is selected and Ctrl+C copies it.
    await navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div class="secret">
      <Notice kind="wait">
        <p>{hint}</p>
      </Notice>
      <div class="secret-line">
        <input
          ref={field}
          class="code"
          aria-label={label}
          readOnly
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" class="secondary small" onClick={() => void copy()}>
          {words('action.copy')}
        </button>
      </div>
      <p role="status" class="hint">
        {copied ? words('action.copied') : ''}
      </p>
    </div>
  )
}
