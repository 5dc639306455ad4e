import { useDialogStore } from '../stores/dialog-store.ts'

const focusIsInDialog = (): boolean => document.activeElement?.closest('[role=dialog]') != null

/** What a field or a dialog does something for; the others press, move or open something of the screen. */
const isTyped = (key: string): boolean =>
  key.length === 1 || ['Enter', 'Escape', 'Backspace', 'Delete'].includes(key)

/** Shortcuts of the system and the menu. AltGr, which types letters, is Control and Alt for Windows. */
const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')

/**
 * A dialog is open from the press that asked for it on, but its code may come later, and the focus later still. What is typed
 * meanwhile is for the dialog: it is held until the dialog has the focus, and typed there. Where no field has it, it does
 * nothing; never does it reach the screen behind, whose button or field still has the focus. To be called before anything
 * else takes keys.
 */
export function holdKeysForDialogs(): void {
  /** Null while no dialog is waited for. */
  let held: readonly string[] | null = null

  function release(): void {
    if (held === null || !focusIsInDialog()) return
    const keys = held
    const { open } = useDialogStore.getState()
    held = null
    for (const [index, key] of keys.entries()) {
      typeInto(document.activeElement, key)
      if (useDialogStore.getState().open === open) continue
      // That key closed the dialog, or brought the next one, for which the rest is.
      if (held !== null) held = keys.slice(index + 1)
      return
    }
  }

  useDialogStore.subscribe(({ open }, { open: before }) => {
    if (open !== before) held = open === null ? null : []
  })
  // Not within the event: React itself may be giving the focus, and takes no input until it is done.
  window.addEventListener('focusin', () => held !== null && queueMicrotask(release), { capture: true })
  window.addEventListener(
    'keydown',
    (event) => {
      release()
      if (held === null || !event.isTrusted || isShortcut(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isTyped(event.key) && !event.repeat) held = [...held, event.key]
    },
    { capture: true },
  )
}

/** As if it were pressed there now: those who listen come first, then what the browser itself would do. */
function typeInto(target: Element | null, key: string): void {
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  if (target === null || !target.dispatchEvent(press)) return
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Delete') document.execCommand('forwardDelete')
  else if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Enter' && target instanceof HTMLInputElement)
    target.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}
