import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  beginKeysAhead,
  endKeysAhead,
  forgetKeysAhead,
  holdKey,
  takeKeysAhead,
  type WaitingTime,
} from '../stores/keys-ahead.ts'
import { type KeyMap, useKeys } from './use-keys.ts'

/** Types the keys that were held for this screen, before the next key can arrive. */
export function useKeysTypedAhead(press: (key: string) => void): void {
  const type = useEffectEvent(press)
  useLayoutEffect(() => {
    for (const key of takeKeysAhead()) type(key)
  }, [])
}

const heldKeys: KeyMap = {
  ...Object.fromEntries(
    [...'0123456789abcdefghijklmnopqrstuvwxyz-', 'backspace'].map((key) => [key, () => holdKey(key)]),
  ),
  delete: () => holdKey('clear'),
  enter: endKeysAhead,
}

/** Holds the keys while the code of a screen is being loaded. @param onEscape leaves the screen */
export function useHeldKeys(onEscape: () => void): void {
  const mine = useRef<WaitingTime | null>(null)
  useLayoutEffect(() => {
    mine.current = beginKeysAhead()
  }, [])
  // Runs after the screen has taken them. If the person left before it was there, nothing has.
  useEffect(() => () => forgetKeysAhead(mine.current), [])
  useKeys({
    ...heldKeys,
    escape: () => {
      forgetKeysAhead()
      onEscape()
    },
  })
}
