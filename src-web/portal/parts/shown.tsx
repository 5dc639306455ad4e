import type { ComponentChildren } from 'preact'
import { Notice } from '../../components/notice.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { failureText, usePortal } from '../context.ts'
import type { Load } from '../use-load.ts'

/** What was loaded, or that it is on its way, or why it is not there and how to ask again. */
export function Shown<Value>({
  load: { state, again },
  children,
}: {
  readonly load: Load<Value>
  readonly children: (value: Value) => ComponentChildren
}) {
  const { words } = usePortal()
  switch (state.at) {
    case 'loading':
      return (
        <p class="waiting" role="status">
          <Spinner /> {words('portal.loading')}
        </p>
      )
    case 'failed':
      return (
        <Notice kind="bad">
          <p>{failureText(words, state.failure)}</p>
          <button type="button" class="secondary small" onClick={again}>
            {words('action.again')}
          </button>
        </Notice>
      )
    case 'there':
      return <>{children(state.value)}</>
  }
}

/** A list without entries says what would be there, and how it comes there. */
export const Empty = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div class="empty">
    <p class="strong">{title}</p>
    <p>{text}</p>
  </div>
)
