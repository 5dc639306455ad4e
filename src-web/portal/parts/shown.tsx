import type { ComponentChildren } from 'preact'
import type { PageFailure } from '../../components/ask-service.ts'
import { Notice } from '../../components/notice.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { failureText, usePortal } from '../context.ts'
import type { Load } from '../use-load.ts'

/** The same request would be refused again. */
const isFinal = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && ['permission_denied', 'resource_missing'].includes(failure.code)

/** Shows the loaded value, that it is loading, or why it failed and how to retry. */
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
          {isFinal(state.failure) ? null : (
            <button type="button" class="secondary small" onClick={again}>
              {words('action.again')}
            </button>
          )}
        </Notice>
      )
    case 'there':
      return <>{children(state.value)}</>
  }
}

/** Explains an empty list: what it would contain, and how entries are created. */
export const Empty = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div class="empty">
    <p class="strong">{title}</p>
    <p>{text}</p>
  </div>
)
