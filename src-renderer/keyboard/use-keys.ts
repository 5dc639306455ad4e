import { useEffectEvent, useLayoutEffect } from 'react'
import { useDialogStore } from '../stores/dialog-store.ts'
import { useSnapshotStore } from '../stores/snapshot-store.ts'
import { isTextField } from './is-text-field.ts'
import { type KeyTarget, keyName } from './key-name.ts'

/** The action of a screen for each key, by `KeyboardEvent.key` in lower case. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>

function targetOf(target: EventTarget | null): KeyTarget {
  if (!(target instanceof Element)) return 'page'
  if (isTextField(target)) return 'text'
  return target.closest('button, a, input, [role=button], [role=radio], [role=switch]') ? 'control' : 'page'
}

/** Handles keys while no dialog is open and a snapshot has arrived. The map may change with every render. */
export function useKeys(keys: KeyMap): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || useDialogStore.getState().open !== null) return
    if (useSnapshotStore.getState().snapshot === null) return
    const name = keyName({
      key: event.key,
      repeat: event.repeat,
      withModifier: event.ctrlKey || event.altKey || event.metaKey,
      target: targetOf(event.target),
    })
    const action = name === null ? undefined : keys[name]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  // Before the screen is painted: its keys work as soon as it is visible.
  useLayoutEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
