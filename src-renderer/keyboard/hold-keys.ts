import { send } from '../stores/command-store.ts'
import { closeDialog, useDialogStore } from '../stores/dialog-store.ts'

const focusIsInDialog = (): boolean => document.activeElement?.closest('[role=dialog]') != null

/** What a field or a dialog does something for, and types nothing; the others press, move or open something of the screen. */
const acting: readonly string[] = ['Enter', 'Backspace', 'Delete']

/** A letter, or a key that becomes one only with the next: the system makes ´ and e one character, and says so by a keypress. */
const isWriting = ({ key, isComposing }: KeyboardEvent): boolean =>
  key.length === 1 || key === 'Dead' || key === 'Process' || isComposing

/** Shortcuts of the system and the menu. AltGr, which types letters, is Control and Alt for Windows. */
const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')

/**
 * A dialog is open from the press that asked for it on, but its code may come later, and the focus later still. What is typed
 * meanwhile is for the dialog: it is held until the dialog has the focus, and typed there. Where no field has it, it does
 * nothing; never does it reach the screen behind, whose button or field still has the focus. Escape takes back what was
 * typed, and the dialog with it. To be called before anything else takes keys.
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

  function hold(event: KeyboardEvent, key: string): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (held !== null) held = [...held, key]
  }

  useDialogStore.subscribe(({ open }, { open: before }) => {
    if (open === before) return
    held = open === null ? null : []
    // A field of the screen would take what the system puts together of several keys.
    if (open !== null && isField(document.activeElement)) document.activeElement.blur()
  })
  // Not within the event: React itself may be giving the focus, and takes no input until it is done.
  window.addEventListener('focusin', () => held !== null && queueMicrotask(release), { capture: true })
  window.addEventListener(
    'keydown',
    (event) => {
      release()
      if (held === null || !event.isTrusted || isShortcut(event)) return
      if (event.key === 'Escape') {
        held = []
        // One that is drawn is closed by itself.
        if (document.querySelector('[role=dialog]') !== null) return
        event.preventDefault()
        event.stopImmediatePropagation()
        if (!event.repeat) dismiss()
      } else if (event.repeat || (!isWriting(event) && !acting.includes(event.key))) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      // A space would press the button that has the focus when it is let go.
      else if (event.key === ' ' || acting.includes(event.key)) hold(event, event.key)
      else event.stopImmediatePropagation()
    },
    { capture: true },
  )
  window.addEventListener(
    'keypress',
    (event) => {
      release()
      // Its character: the name of the key may be that of the letter without the accent.
      if (held !== null && event.isTrusted && !isShortcut(event))
        hold(event, String.fromCodePoint(event.charCode))
    },
    { capture: true },
  )
}

/** As its own Escape would, before it is drawn. */
function dismiss(): void {
  // Main asked, and waits for an answer.
  if (useDialogStore.getState().open === 'confirm_close') send('app.close', { close: false })
  else closeDialog()
}

const isField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** As if it were pressed there now: those who listen come first, then what the browser itself would do. */
function typeInto(target: Element | null, key: string): void {
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  if (target === null || !target.dispatchEvent(press)) return
  if (!isField(target)) return
  if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Delete') document.execCommand('forwardDelete')
  else if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Enter' && target instanceof HTMLInputElement)
    target.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}
