import { send } from '../stores/command-store.ts'
import { closeDialog, useDialogStore } from '../stores/dialog-store.ts'
import { keepKeyTime } from './key-time.ts'

interface HeldKey {
  readonly key: string
  /** When it was pressed, in ms: a scanner's keys come faster than those of a person. */
  readonly at: number
}

const focusIsInDialog = (): boolean => document.activeElement?.closest('[role=dialog]') != null

/** Keys that act on a field or a dialog and type nothing. Other such keys press, move or open parts of the screen. */
const acting: readonly string[] = ['Enter', 'Backspace', 'Delete']

/** A letter, or a key that forms one with the next key: the system combines ´ and e, and reports them by a keypress. */
const isWriting = ({ key, isComposing }: KeyboardEvent): boolean =>
  key.length === 1 || key === 'Dead' || key === 'Process' || isComposing

/** Shortcuts of the system and the menu. Windows reports AltGr, which types letters, as Control and Alt. */
const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')

/**
 * A dialog is open from the press that requested it, but its code and its focus may come later. Keys typed meanwhile
 * are meant for the dialog: they are held until it has the focus, and then typed there. If no field of it has the
 * focus, they do nothing. They never reach the screen behind, whose button or field still has the focus. Escape
 * discards the held keys and closes the dialog. Call this before any other listener for keys.
 */
export function holdKeysForDialogs(): void {
  /** Null while no dialog is awaited. */
  let held: readonly HeldKey[] | null = null

  function release(): void {
    if (held === null || !focusIsInDialog()) return
    const keys = held
    const { open } = useDialogStore.getState()
    held = null
    for (const [index, key] of keys.entries()) {
      typeInto(document.activeElement, key)
      if (useDialogStore.getState().open === open) continue
      // The key closed the dialog or opened the next one, which gets the remaining keys.
      if (held !== null) held = keys.slice(index + 1)
      return
    }
  }

  function hold(event: KeyboardEvent, key: string): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (held !== null) held = [...held, { key, at: event.timeStamp }]
  }

  useDialogStore.subscribe(({ open }, { open: before }) => {
    if (open === before) return
    held = open === null ? null : []
    // A field of the screen would receive characters that the system composes of several keys.
    if (open !== null && isField(document.activeElement)) document.activeElement.blur()
  })
  // Not within the event: React may be setting the focus, and accepts no input until it is done.
  window.addEventListener('focusin', () => held !== null && queueMicrotask(release), { capture: true })
  window.addEventListener(
    'keydown',
    (event) => {
      release()
      if (held === null || !event.isTrusted || isShortcut(event)) return
      if (event.key === 'Escape') {
        held = []
        // A dialog that is drawn closes itself.
        if (document.querySelector('[role=dialog]') !== null) return
        event.preventDefault()
        event.stopImmediatePropagation()
        if (!event.repeat) dismiss()
      } else if (event.repeat || (!isWriting(event) && !acting.includes(event.key))) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      // Releasing the space bar would press the focused button.
      else if (event.key === ' ' || acting.includes(event.key)) hold(event, event.key)
      else event.stopImmediatePropagation()
    },
    { capture: true },
  )
  window.addEventListener(
    'keypress',
    (event) => {
      release()
      // Takes the character: the key's name may be that of the letter without its accent.
      if (held !== null && event.isTrusted && !isShortcut(event))
        hold(event, String.fromCodePoint(event.charCode))
    },
    { capture: true },
  )
}

/** Closes a dialog that is not drawn yet, as its own Escape would. */
function dismiss(): void {
  // Main asked and waits for an answer.
  if (useDialogStore.getState().open === 'confirm_close') send('app.close', { close: false })
  else closeDialog()
}

const isField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Acts as if the key were pressed on the target now: listeners first, then the browser's default action. */
function typeInto(target: Element | null, { key, at }: HeldKey): void {
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  keepKeyTime(press, at)
  if (target === null || !target.dispatchEvent(press)) return
  if (!isField(target)) return
  if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Delete') document.execCommand('forwardDelete')
  else if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Enter' && target instanceof HTMLInputElement)
    target.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}
