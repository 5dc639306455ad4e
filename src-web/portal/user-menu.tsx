import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageFailure } from '../components/ask-service.ts'
import { failureText, usePortal, whenIn } from './context.ts'
import { Confirm } from './parts/confirm.tsx'

/** The signed-in user, and the sign-out button. */
export function UserMenu({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const { words, api, session } = usePortal()
  const { user, expires_at } = session
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<PageFailure | null>(null)
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // A menu that stays open would cover the page to which its user has gone on.
    const leave = ({ target }: Event) => {
      if (menu.current?.contains(target as Node) === false) menu.current.open = false
    }
    const kinds = ['pointerdown', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, leave)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, leave)
    }
  }, [])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || asking || menu.current === null) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }
  const signOut = async () => {
    setFailure(null)
    const answer = await api.call('user_sessions.end', {})
    if (answer.ok) onSignedOut()
    else setFailure(answer.error)
  }
  return (
    <details ref={menu} class="menu" onKeyDown={onKeyDown}>
      <summary>
        {user.first_name} {user.last_name}
      </summary>
      <div class="menu-body">
        <p class="strong">{user.email}</p>
        <p class="hint">
          {words(`role.${user.role}`)} · {words('user.until', { time: whenIn(words, expires_at) })}
        </p>
        {failure === null ? null : (
          <p class="field-note-wrong" role="alert">
            {words('user.notSignedOut')} {failureText(words, failure)}
          </p>
        )}
        <button type="button" class="secondary small" onClick={() => void signOut()}>
          {words('user.signOut')}
        </button>
        <button type="button" class="secondary small" onClick={() => setAsking(true)}>
          {words('user.signOutEverywhere')}
        </button>
      </div>
      {asking ? (
        <Confirm
          title={words('user.signOutEverywhere')}
          text={words('user.signOutEverywhereText')}
          action={words('user.signOutEverywhere')}
          run={() => api.call('user_sessions.end', { query: { everywhere: 'true' } })}
          onDone={onSignedOut}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </details>
  )
}
