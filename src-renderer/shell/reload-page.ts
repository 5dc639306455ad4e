import { useState } from 'react'
import { askMain } from '../bridge.ts'

/** Reloads the page. Main holds the sale, the order and the drawer, so nothing is lost. */
export function useReload(): { readonly refused: boolean; readonly reload: () => void } {
  const [refused, setRefused] = useState(false)
  const reload = async () => {
    const { ok } = await askMain('app.reload', undefined)
    // If main agrees, this page disappears with its screen.
    if (!ok) setRefused(true)
  }
  return { refused, reload: () => void reload() }
}
